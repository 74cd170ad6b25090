import Bytes
import Kernels

/// A file as a carousel sends it: what its table says, and where its bytes come from.
public struct CarouselFile: Sendable {
    /// Gives `count` bytes at `offset` of the file; nil, or another count, when it cannot.
    public typealias Reader = @Sendable (_ offset: UInt64, _ count: Int) -> [UInt8]?

    /// Bytes read at once to make a digest.
    private static let piece = 1 << 18

    /// The URI; a second file of the same one is its new version.
    public var location: String
    /// Bytes of what is sent.
    public var length: Int
    /// The MIME type; empty for none.
    public var contentType: String
    /// The coding of what is sent ("gzip", "deflate", "zlib"); empty when it is the file as it is.
    public var contentEncoding = ""
    /// Bytes of the file without its coding; nil when that has none or is not known.
    public var contentLength: Int?
    /// The MD5 of the file without its coding, 16 bytes; nil for none.
    public var md5: [UInt8]?
    /// Where the bytes come from.
    public var read: Reader

    /// A file of `length` bytes that `read` gives.
    public init(
        location: String, length: Int, contentType: String = "", md5: [UInt8]? = nil, read: @escaping Reader
    ) {
        self.location = location
        self.length = max(0, length)
        self.contentType = contentType
        self.md5 = md5
        self.read = read
    }

    /// A small file that is in memory, with its digest.
    public init(location: String, content: [UInt8], contentType: String = "") {
        self.init(
            location: location, length: content.count, contentType: contentType, md5: MD5.digest(of: content.lent)
        ) { offset, count in
            guard offset <= UInt64(content.count), count <= content.count - Int(offset) else { return nil }
            return Array(content[Int(offset)..<(Int(offset) + count)])
        }
    }

    /// The MD5 of `length` bytes that `read` gives, piece by piece; nil when they cannot be read.
    public static func digest(length: Int, read: Reader) -> [UInt8]? {
        var hash = MD5()
        var offset = 0
        while offset < length {
            let count = min(piece, length - offset)
            guard let bytes = read(UInt64(offset), count), bytes.count == count else { return nil }
            hash.update(bytes.lent)
            offset += count
        }
        return hash.finish()
    }
}
