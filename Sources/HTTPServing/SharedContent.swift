public import Bytes

/// Bytes that never change, with what is said about them: made once, and sent to every reader from the same memory.
public final class SharedContent: Sendable {
    /// How many bytes.
    public let count: Int
    /// The strong entity tag, with its quotation marks.
    public let entityTag: String?
    /// When the content last changed, in seconds since 1970.
    public let lastModified: Int64?
    /// All header fields that the content brings along.
    public let headers: [Header]

    let piece: SlabSlice
    /// The whole answer with status 200, made once.
    let whole: NativeResponse?

    /// Keeps a copy of `bytes`; `entityTag` comes with its quotation marks.
    public convenience init(
        _ bytes: [UInt8], type: String, entityTag: String? = nil, lastModified: Int64? = nil,
        cacheControl: String = "no-cache", headers: [Header] = []
    ) {
        self.init(
            SliceList(copying: bytes), type: type, entityTag: entityTag, lastModified: lastModified,
            cacheControl: cacheControl, headers: headers)
    }

    /// Keeps a copy of the bytes in `slices`, or the memory itself when they are in one piece.
    public init(
        _ slices: SliceList, type: String, entityTag: String? = nil, lastModified: Int64? = nil,
        cacheControl: String = "no-cache", headers: [Header] = []
    ) {
        count = slices.count
        self.entityTag = entityTag
        self.lastModified = lastModified
        var all = [Header("Content-Type", type), Header("Cache-Control", cacheControl)]
        if let entityTag { all.append(Header("ETag", entityTag)) }
        if let lastModified { all.append(Header("Last-Modified", HTTPDate.text(of: lastModified))) }
        self.headers = all + headers
        piece = Self.inOnePiece(slices)
        whole = NativeResponse(piece, headers: self.headers + StandardFields.ofWhole)
    }

    private static func inOnePiece(_ slices: SliceList) -> SlabSlice {
        if slices.slices.count == 1 { return slices.slices[0] }
        let slab = Slab(capacity: slices.count)
        for slice in slices.slices { slab.append(slice.slab.bytes(in: slice.range)) }
        return SlabSlice(slab, 0..<slices.count)
    }
}
