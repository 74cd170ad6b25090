/// A capture cannot be read on: where, after how many frames, and why; what came before stays valid.
public struct CaptureError: Error, Equatable, Sendable {
    /// What is wrong at that place.
    public enum Reason: Equatable, Sendable {
        /// The first four bytes are those of no capture format; they are given most significant first.
        case notACapture(UInt32)
        /// The format's version is unknown.
        case unsupportedVersion(major: UInt16, minor: UInt16)
        /// A frame claims more stored bytes than any capturer keeps.
        case frameTooLong(UInt32)
        /// A block claims a length that cannot be: too short for its type, too long, or no multiple of four.
        case blockLength(UInt32)
        /// The length at the end of a block differs from the one at its start.
        case blockLengthsDiffer(first: UInt32, second: UInt32)
        /// A section begins with an unknown byte-order magic; its four bytes are given most significant first.
        case byteOrder(UInt32)
        /// A frame's bytes reach beyond its block.
        case frameBeyondBlock(UInt32)
        /// A block names an interface that its section has not described.
        case unknownInterface(UInt32)
        /// A section describes more interfaces than the limit.
        case tooManyInterfaces(limit: Int)
    }

    /// The byte at which the damaged record or block begins, counted from 0 in the (inflated) capture.
    public var offset: Int
    /// The frames given before it.
    public var frames: UInt64
    /// What is wrong.
    public var reason: Reason

    /// States damage at a place.
    public init(offset: Int, frames: UInt64, reason: Reason) {
        self.offset = offset
        self.frames = frames
        self.reason = reason
    }
}

extension CaptureError: CustomStringConvertible {
    /// One plain sentence without its full stop.
    public var description: String { "damaged at byte \(offset) after \(CaptureCut.count(frames)): \(reason)" }
}

extension CaptureError.Reason: CustomStringConvertible {
    /// What is wrong, as part of a sentence.
    public var description: String {
        switch self {
        case .notACapture: "this is no pcap or pcapng"
        case .unsupportedVersion(let major, let minor): "version \(major).\(minor) of the format is unknown"
        case .frameTooLong(let length): "a frame claims \(length) bytes"
        case .blockLength(let length): "a block claims a length of \(length) bytes"
        case .blockLengthsDiffer(let first, let second): "a block of \(first) bytes ends with a length of \(second)"
        case .byteOrder: "a section has no valid byte-order mark"
        case .frameBeyondBlock(let length): "a frame of \(length) bytes reaches beyond its block"
        case .unknownInterface(let index): "a block names interface \(index), which its section does not describe"
        case .tooManyInterfaces(let limit): "a section describes more than \(limit) interfaces"
        }
    }
}
