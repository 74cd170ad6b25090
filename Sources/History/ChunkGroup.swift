import Evidence

/// Chunks that are shared with readers and never change.
public final class ChunkGroup: Sendable {
    /// Chunks in a group: chunks given up one by one go with their whole group, so that it must not be large.
    public static let size = 16

    /// The chunks, oldest first.
    public let chunks: [Chunk]
    /// The oldest packet that holds some of them.
    let oldestPacket: MediaID

    init(_ chunks: [Chunk]) {
        self.chunks = chunks
        oldestPacket = Self.oldestPacket(chunks[...])
    }

    /// The oldest packet that holds some of the chunks from `place` on.
    func oldestPacket(from place: Int) -> MediaID { Self.oldestPacket(chunks[place...]) }

    private static func oldestPacket(_ chunks: ArraySlice<Chunk>) -> MediaID {
        chunks.lazy.map(\.oldestPacket).min() ?? MediaID(serial: .max)
    }
}
