/// What is known of one version of a file (a row of the distribution table).
public struct FileRecord: Hashable, Sendable {
    /// How the object is encoded as it is sent.
    public enum Coding: String, Hashable, Sendable {
        /// As it is.
        case none = ""
        /// RFC 1952.
        case gzip
        /// RFC 1951.
        case deflate
        /// RFC 1950.
        case zlib
    }

    /// Names the object among the channel's.
    public var key: FileKey
    /// The Content-Location, as the table has it.
    public var uri: String
    /// The URI as a relative path without dangers: its words joined by "/".
    public var path: String
    /// The object's TOI.
    public var object: UInt64
    /// Bytes of the object as it is sent; nil until known.
    public var transferLength: UInt64?
    /// Bytes of the file; nil until known.
    public var contentLength: UInt64?
    /// The MIME type; empty when not said.
    public var contentType: String
    /// How it is sent.
    public var coding: Coding
    /// The MD5 that the table gives, as 16 bytes; nil when it gives none.
    public var md5: [UInt8]?
    /// Counts the versions of the URI, from 1.
    public var version: Int
    /// Whether every byte is there.
    public var isComplete: Bool
    /// Whether the table still has it: it has neither expired nor been replaced or given up.
    public var isCurrent = true

    /// States what is known of a file.
    public init(
        key: FileKey, uri: String, path: String, object: UInt64, transferLength: UInt64? = nil,
        contentLength: UInt64? = nil, contentType: String = "", coding: Coding = .none, md5: [UInt8]? = nil,
        version: Int = 1, isComplete: Bool = false
    ) {
        self.key = key
        self.uri = uri
        self.path = path
        self.object = object
        self.transferLength = transferLength
        self.contentLength = contentLength
        self.contentType = contentType
        self.coding = coding
        self.md5 = md5
        self.version = version
        self.isComplete = isComplete
    }
}
