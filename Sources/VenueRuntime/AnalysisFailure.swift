/// Why there is no report.
public enum AnalysisFailure: Error, Equatable {
    /// The capture cannot be opened or read; the system's reason.
    case unreadable(path: String, reason: String)
    /// The file is no capture; what it is or lacks.
    case notACapture(path: String, reason: String)
    /// The filter expression cannot be compiled; libpcap's reason.
    case badFilter(expression: String, reason: String)
    /// No channel has this name or address; those that there are.
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
        case .unreadable(let path, let reason): return "cannot read \(path): \(reason)"
        case .notACapture(let path, let reason):
            return "\(path) is no pcap or pcapng capture, plain or gzip: \(reason)"
        case .badFilter(let expression, let reason): return "--filter '\(expression)': \(reason)"
        case .noSuchChannel(let name, let known):
            let list = known.prefix(Self.listLimit).joined(separator: ", ")
            let rest = known.count > Self.listLimit ? " and \(known.count - Self.listLimit) more" : ""
            return "--channel \(name): no such channel; "
                + (known.isEmpty ? "the capture holds none" : "the capture holds \(list)\(rest)")
        case .unwritable(let path, let reason): return "cannot write \(path): \(reason)"
        }
    }
}
