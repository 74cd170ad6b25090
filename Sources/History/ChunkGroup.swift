/// Chunks that are shared with readers and never change.
public final class ChunkGroup: Sendable {
    /// Chunks in a group.
    public static let size = 64

    /// The chunks, oldest first.
    public let chunks: [Chunk]

    init(_ chunks: [Chunk]) { self.chunks = chunks }
}
