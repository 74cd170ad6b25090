public import PacketIO

/// Why there is no report.
public enum AnalysisFailure: Error, Equatable {
    /// The capture cannot be opened or read.
    case capture(CaptureFailure)
    /// No channel has this name, id or address; those that there are.
    case noSuchChannel(name: String, known: [String])
    /// A transport stream cannot be written; the system's reason.
    case unwritable(path: String, reason: String)
}

extension AnalysisFailure: CustomStringConvertible {
    /// How many channels a message lists.
    private static let listLimit = 8

    /// One line that names the thing and the mend.
    public var description: String {
        switch self {
        case .capture(let failure): return failure.description
        case .noSuchChannel(let name, let known):
            let list = known.prefix(Self.listLimit).joined(separator: ", ")
            let rest = known.count > Self.listLimit ? " and \(known.count - Self.listLimit) more" : ""
            return "--channel \(name): no such channel; "
                + (known.isEmpty ? "the capture holds none" : "the capture holds \(list)\(rest)")
        case .unwritable(let path, let reason): return "cannot write \(path): \(reason)"
        }
    }
}
