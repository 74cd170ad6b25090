/// What a frame decoder is strict about.
public struct FrameOptions: Hashable, Sendable {
    /// Whether datagrams with a wrong UDP or IPv4 checksum are left out; otherwise they are only counted.
    ///
    /// Frames captured on their sender usually bear wrong ones, because the network card fills them in later.
    public var verifyChecksums: Bool

    /// States the options.
    public init(verifyChecksums: Bool = false) { self.verifyChecksums = verifyChecksums }
}
