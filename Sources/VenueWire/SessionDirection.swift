/// Which way media flows, as an attribute says it (RFC 8866, 6.7).
public enum SessionDirection: String, Hashable, Sendable {
    /// Both ways; what holds when nothing is said.
    case sendReceive = "sendrecv"
    /// From the maker of the description only.
    case sendOnly = "sendonly"
    /// To the maker of the description only.
    case receiveOnly = "recvonly"
    /// Neither way.
    case inactive
}
