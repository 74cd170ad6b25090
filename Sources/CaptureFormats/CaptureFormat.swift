/// How a capture is written, or that there is none, with the name that reports give it.
public enum CaptureFormat: String, Hashable, Sendable {
    /// The classic format with stamps in microseconds.
    case pcap
    /// The classic format with stamps in nanoseconds.
    case pcapNanoseconds = "pcap-ns"
    /// Blocks of many types, with a resolution of stamps for each interface (draft-ietf-opsawg-pcapng).
    case pcapng
    /// No file at all: datagrams as they came from the network.
    case live
}
