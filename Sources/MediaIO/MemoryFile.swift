/// What a muxer writes: bytes in memory, with a place to write at.
final class MemoryFile {
    private(set) var bytes: [UInt8] = []
    private var position = 0
    /// Bytes that may be written; more is refused.
    static let limit = 1 << 30

    /// Writes `source` at the present place and moves on; false when the file would become too long.
    func write(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
        guard position + source.count <= Self.limit else { return false }
        let replaced = min(source.count, bytes.count - position)
        if replaced > 0 {
            bytes.replaceSubrange(
                position..<(position + replaced), with: UnsafeBufferPointer(rebasing: source[..<replaced]))
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[replaced...]))
        position += source.count
        return true
    }

    /// Moves to byte `place` of what was written; false when it does not lie there.
    func move(to place: Int) -> Bool {
        guard place >= 0, place <= bytes.count else { return false }
        position = place
        return true
    }

    /// Where the next byte goes.
    var place: Int { position }

    /// Gives up what was written.
    func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        position = 0
    }
}
