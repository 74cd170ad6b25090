public import CaptureFormats

/// Why a capture cannot be read at all; its description is one sentence for the person who gave it.
public enum CaptureFailure: Error, Equatable, Sendable {
    /// The system does not open the file, and says why.
    case cannotOpen(path: String, reason: String)
    /// The path names a folder.
    case isFolder(path: String)
    /// Standard input is a terminal.
    case isTerminal
    /// There is not one byte.
    case isEmpty(path: String)
    /// The first bytes are those of something else, which is named as far as it is known.
    case notACapture(path: String, looksLike: String)
    /// Reading failed, and the system says why.
    case cannotRead(path: String, reason: String)
    /// The capture is damaged before its first frame.
    case damaged(path: String, CaptureError)
    /// The capture filter is wrong; the reason is libpcap's.
    case wrongFilter(expression: String, reason: String)
}

extension CaptureFailure: CustomStringConvertible {
    /// One sentence: what, where, what to do.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason): "cannot open \(path): \(reason)"
        case .isFolder(let path): "\(path) is a folder: name a capture file in it"
        case .isTerminal: "standard input is a terminal: name a capture file or pipe one in"
        case .isEmpty(let path): "\(Self.name(path)) is empty: was the capture stopped before its first frame?"
        case .notACapture(let path, let looksLike):
            "\(Self.name(path)) is no capture, it looks like \(looksLike): give a pcap or pcapng file, plain or gzip"
        case .cannotRead(let path, let reason): "cannot read \(Self.name(path)): \(reason)"
        case .damaged(let path, let error):
            "\(Self.name(path)) is \(error); nothing could be read, so capture again or repair the file"
        case .wrongFilter(let expression, let reason):
            "the capture filter \"\(expression)\" is wrong: \(reason) (see pcap-filter(7))"
        }
    }

    private static func name(_ path: String) -> String { path == "-" ? "standard input" : path }
}
