public import PacketIO

/// Why a live venue cannot start.
public enum LiveFailure: Error, Equatable {
    /// The network cannot be received.
    case network(ReceiverFailure)
    /// The capture cannot be read.
    case capture(CaptureFailure)
    /// The recording cannot be written.
    case recording(RecorderFailure)
}

extension LiveFailure: CustomStringConvertible {
    /// One line that names the thing and the mend.
    public var description: String {
        switch self {
        case .network(let failure): failure.description
        case .capture(let failure): failure.description
        case .recording(let failure): failure.description
        }
    }
}
