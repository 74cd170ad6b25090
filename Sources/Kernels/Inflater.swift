public import Bytes
import CZlib

/// Inflates compressed bytes piece by piece; the one owner of zlib's stream (RFC 1950, 1951, 1952).
public struct Inflater: ~Copyable {
    /// What wraps the compressed bytes.
    public enum Format: Equatable, Sendable {
        /// RFC 1950, or RFC 1952 when the first bytes say so.
        case zlibOrGzip
        /// RFC 1952; several members in a row are one stream, and zeros or noise behind the last one are passed over.
        case gzip
        /// RFC 1951 without any wrapping.
        case raw

        /// What zlib calls window bits: 15, plus 16 for gzip, plus 32 for either, negative for raw.
        var windowBits: Int32 {
            switch self {
            case .zlibOrGzip: 15 + 32
            case .gzip: 15 + 16
            case .raw: -15
            }
        }
    }

    /// Where a stream stands after a piece.
    public enum Progress: Equatable, Sendable {
        /// All of the input was taken and the stream goes on.
        case needsInput
        /// The output has no room left; call again with the rest of the input.
        case outputFull
        /// All of the input was taken and a whole stream lies behind it; another gzip member may follow.
        case complete
        /// The stream has ended, and what follows in the input does not belong to it.
        case ended
    }

    /// At most this much is handed to zlib at once, since it counts in 32 bits.
    private static let pieceLimit = 1 << 30

    // zlib remembers the address of its stream: it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let format: Format
    private var isBetweenMembers = false
    private var hasEnded = false
    // The output was filled to the last byte: zlib may hold more although it has taken all input.
    private var holdsOutput = false
    private var consumed = 0

    /// Prepares to inflate a stream of `format`.
    public init(_ format: Format = .zlibOrGzip) throws(InflateError) {
        let fresh = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        fresh.initialize(to: z_stream())
        guard czlib_inflate_init(fresh, format.windowBits) == Z_OK else {
            fresh.deallocate()
            throw .outOfMemory
        }
        stream = fresh
        self.format = format
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Inflates from `input` at `offset`, which moves on by what was taken, behind the filled bytes of `output`.
    public mutating func inflate(
        _ input: RawSpan, at offset: inout Int, into output: Slab
    ) throws(InflateError) -> Progress {
        while true {
            if hasEnded { return offset < input.byteCount ? .ended : .complete }
            if isBetweenMembers {
                guard offset < input.byteCount else { return .complete }
                if !beginMember(firstByte: input.byte(at: offset)) { continue }
            }
            guard offset < input.byteCount || holdsOutput else { return .needsInput }
            guard output.spare > 0 else { return .outputFull }

            let before = offset
            let status = step(input, at: &offset, into: output)
            consumed += offset - before
            holdsOutput = output.spare == 0
            switch status {
            case Z_OK: continue
            case Z_BUF_ERROR:
                // Nothing could be done: there was no input after all, or zlib contradicts itself.
                guard offset == input.byteCount else { throw .corrupt(at: consumed) }
                holdsOutput = false
            case Z_STREAM_END:
                holdsOutput = false
                if format == .gzip { isBetweenMembers = true } else { hasEnded = true }
            case Z_MEM_ERROR: throw .outOfMemory
            default: throw .corrupt(at: consumed)
            }
        }
    }

    /// Whether the input may end here: a whole stream was inflated.
    public var isComplete: Bool { isBetweenMembers || hasEnded }

    /// Begins the next gzip member; false when what follows is not one.
    private mutating func beginMember(firstByte: UInt8) -> Bool {
        isBetweenMembers = false
        hasEnded = firstByte != 0x1f || inflateReset(stream) != Z_OK
        return !hasEnded
    }

    /// One call of zlib on what is left of `input` and of the room in `output`.
    private func step(_ input: RawSpan, at offset: inout Int, into output: Slab) -> Int32 {
        var status = Z_OK
        var taken = 0
        let start = offset
        input.withUnsafeBytes { source in
            let piece = UnsafeRawBufferPointer(rebasing: source[start...].prefix(Self.pieceLimit))
            _ = output.fill { room in
                let space = min(room.count, Self.pieceLimit)
                // zlib's input pointer is not declared const, but it only reads.
                stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: piece.baseAddress?.assumingMemoryBound(to: UInt8.self))
                stream.pointee.avail_in = UInt32(piece.count)
                stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_out = UInt32(space)
                status = CZlib.inflate(stream, Z_NO_FLUSH)
                taken = piece.count - Int(stream.pointee.avail_in)
                let made = space - Int(stream.pointee.avail_out)
                stream.pointee.next_in = nil
                stream.pointee.next_out = nil
                return made
            }
        }
        offset += taken
        return status
    }
}

@available(*, unavailable)
extension Inflater: Sendable {}
