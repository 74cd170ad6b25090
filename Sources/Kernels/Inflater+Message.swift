import Bytes

extension Inflater {
    /// Room that a message is first given; it doubles up to the caller's limit.
    private static let firstRoom = 4_096

    /// Inflates a whole compressed message, of which at most `limit` bytes may come out; bytes behind its end are
    /// passed over.
    public static func inflate(
        _ bytes: RawSpan, _ format: Format = .zlibOrGzip, limit: Int
    ) throws(InflateError) -> [UInt8] {
        var inflater = try Inflater(format)
        var result: [UInt8] = []
        // One byte of room beyond the limit tells a message that just fits from one that goes on.
        let most = max(0, limit).addingReportingOverflow(1)
        let bound = most.overflow ? Int.max : most.partialValue
        var room = min(bound, firstRoom)
        var offset = 0
        while true {
            let piece = Slab(capacity: room)
            let progress = try inflater.inflate(bytes, at: &offset, into: piece)
            result.append(contentsOf: piece.bytes.copied())
            if result.count > limit { throw .tooLong(limit: limit) }
            switch progress {
            case .complete, .ended: return result
            case .needsInput: throw .truncated
            case .outputFull: room = min(bound - result.count, room * 2)
            }
        }
    }
}
