import Bytes
public import Timing

/// What an Enhanced Packet Block says around its frame, little-endian: for writers whose frame lies in several pieces.
///
/// The same bytes as those of `PCAPNGWriter.frame`, written in place and without a buffer of their own.
public struct PacketEnvelope: Hashable, Sendable {
    /// Bytes before the frame.
    public static let startLength = 28
    private static let dropOptionLength = 16

    private let storedLength: Int
    private let wireLength: Int
    private let droppedBefore: UInt64

    /// The block of a frame of which `storedLength` bytes are kept; at most `CaptureDecoder.frameLimit`.
    public init(storedLength: Int, wireLength: Int, droppedBefore: UInt64 = 0) {
        self.storedLength = storedLength
        self.wireLength = wireLength
        self.droppedBefore = droppedBefore
    }

    private var padding: Int { (4 - storedLength & 3) & 3 }

    /// Bytes behind the frame.
    public var endLength: Int { padding + (droppedBefore > 0 ? Self.dropOptionLength : 0) + 4 }

    /// Bytes of the whole block.
    public var length: Int { Self.startLength + storedLength + endLength }

    /// Writes what comes before the frame to the first `startLength` bytes of `room`.
    public func writeStart(at time: StreamTime, interface: UInt32 = 0, into room: inout MutableRawSpan) {
        let ticks = UInt64(clamping: time.nanoseconds)
        room.setLittleEndian(BlockType.enhancedPacket.rawValue, at: 0)
        room.setLittleEndian(UInt32(clamping: length), at: 4)
        room.setLittleEndian(interface, at: 8)
        room.setLittleEndian(UInt32(truncatingIfNeeded: ticks >> 32), at: 12)
        room.setLittleEndian(UInt32(truncatingIfNeeded: ticks), at: 16)
        room.setLittleEndian(UInt32(clamping: storedLength), at: 20)
        room.setLittleEndian(UInt32(clamping: wireLength), at: 24)
    }

    /// Writes what comes behind the frame to `room`, `endLength` zero bytes.
    public func writeEnd(into room: inout MutableRawSpan) {
        if droppedBefore > 0 {
            room.setLittleEndian(4 as UInt16, at: padding)
            room.setLittleEndian(8 as UInt16, at: padding + 2)
            room.setLittleEndian(droppedBefore, at: padding + 4)
        }
        room.setLittleEndian(UInt32(clamping: length), at: endLength - 4)
    }
}
