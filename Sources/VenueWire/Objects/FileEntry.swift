import Bytes
import FoundationEssentials
import Kernels

/// What a file delivery table says of one file (RFC 6726, section 3.4.2).
public struct FileEntry: Hashable, Sendable {
    /// The TOI of the object that carries the file; not 0.
    public var object: UInt64
    /// Content-Location: the file's URI.
    public var location: String
    /// Content-Length: bytes of the file.
    public var contentLength: UInt64?
    /// Transfer-Length: bytes of the object, when they are other than the file's.
    public var transferLength: UInt64?
    /// Content-Type; empty when not said.
    public var contentType = ""
    /// Content-Encoding as it is written; empty when not said.
    public var contentEncoding = ""
    /// Content-MD5, 16 bytes.
    public var md5: [UInt8]?
    /// How the object is sent, the table's general attributes included.
    public var transfer = TransferAttributes()

    /// The file `location`, carried by object `object`.
    public init(object: UInt64, location: String) {
        self.object = object
        self.location = location
    }

    /// Bytes of the object as the table has it; nil when it does not say.
    public var objectLength: UInt64? { transferLength ?? (contentEncoding.isEmpty ? contentLength : nil) }

    /// The entry that attributes make; nil when the TOI or the URI is missing or a value is none.
    init?(_ attributes: [XMLTag.Attribute], general: Self) {
        self = general
        transfer = TransferAttributes()
        for attribute in attributes {
            guard take(attribute.name, attribute.value) else { return nil }
        }
        guard object != 0, !location.isEmpty else { return nil }
        transfer = transfer.over(general.transfer)
    }

    /// Takes an attribute, passing over unknown ones; false when its value is none.
    mutating func take(_ name: String, _ value: String) -> Bool {
        switch name {
        case "TOI":
            object = UInt64(value) ?? 0
            return object != 0
        case "Content-Location": location = value
        case "Content-Length":
            contentLength = UInt64(value)
            return contentLength != nil
        case "Transfer-Length":
            transferLength = UInt64(value)
            return transferLength != nil
        case "Content-Type": contentType = value
        case "Content-Encoding": contentEncoding = value
        case "Content-MD5":
            // Base 64 by the RFC; some senders write hexadecimal digits.
            md5 = value.utf8.count == 32 ? [UInt8](hex: value) : Data(base64Encoded: value).map { [UInt8]($0) }
            return md5?.count == 16
        default: return transfer.take(name, value)
        }
        return true
    }
}
