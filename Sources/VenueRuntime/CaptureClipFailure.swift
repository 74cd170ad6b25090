public import ClipFiles

/// Why a capture gives no clip.
public enum CaptureClipFailure: Error, Equatable {
    /// The capture cannot be read, or has no such channel.
    case analysis(AnalysisFailure)
    /// The capture comes from standard input, and has to be read twice.
    case notTwice
    /// The channel carries no transport stream.
    case noMedia(channel: String)
    /// Several channels have this name.
    case ambiguous(channel: String, ids: [String])
    /// There is no such window, or it makes no file.
    case clip(MovieFailure, channel: String)
}

extension CaptureClipFailure: CustomStringConvertible {
    /// One line that names the thing and the mend.
    public var description: String {
        switch self {
        case .analysis(let failure): "\(failure)"
        case .notTwice: "--clip reads the capture twice: give a file in place of -"
        case .noMedia(let channel): "--clip \(channel): the channel carries no transport stream"
        case .ambiguous(let channel, let ids):
            "--clip \(channel): several channels have this name; give one of the ids \(ids.joined(separator: ", "))"
        case .clip(let failure, let channel): "--clip \(channel): \(failure)"
        }
    }
}
