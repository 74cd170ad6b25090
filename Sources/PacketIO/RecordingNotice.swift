/// What whoever runs a recorder should be told while it runs; its description is one sentence.
enum RecordingNotice: Equatable, Sendable {
    /// Writing failed; it is tried again every few seconds.
    case failing(RecorderFailure)
    /// Writing goes on; this many datagrams are missing so far.
    case goesOn(path: String, missed: UInt64)
}

extension RecordingNotice: CustomStringConvertible {
    /// One sentence: what, where, what follows.
    var description: String {
        switch self {
        case .failing(let failure):
            "\(failure); it is tried again every few seconds, and what does not fit into memory until then is left out"
        case .goesOn(let path, 0): "the recording \(path) goes on; nothing of it is missing"
        case .goesOn(let path, let missed):
            "the recording \(path) goes on; \(missed) datagram\(missed == 1 ? "" : "s") of it are missing because the "
                + "disk was full or too slow"
        }
    }
}
