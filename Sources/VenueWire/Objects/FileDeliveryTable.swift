import Kernels

/// An instance of FLUTE's file delivery table (RFC 6726, section 3.4.2): which files the session has, by which objects.
public struct FileDeliveryTable: Hashable, Sendable {
    /// Why bytes are no file delivery table.
    public enum Fault: Error, Equatable, Sendable {
        /// They are not XML; the line counts from 1.
        case notXML(line: Int)
        /// They have a document type, which is what declares entities; none is expanded.
        case hasDocumentType
        /// There is no FDT-Instance element, or elements lie too deep.
        case notATable
        /// The table does not say until when it holds.
        case noExpiry
        /// It names more files than the limit allows.
        case tooManyEntries
    }

    /// Until when the table holds: seconds of NTP, modulo 2³².
    public var expires: UInt32
    /// Whether the session will have no other files than those named until now.
    public var isComplete: Bool
    /// The files that can be read, in the table's order.
    public var entries: [FileEntry]
    /// Entries that could not be read: without a TOI or a URI, or with a value that is none.
    public var faultyEntries = 0

    /// A table for writing.
    public init(expires: UInt32, isComplete: Bool = false, entries: [FileEntry] = []) {
        self.expires = expires
        self.isComplete = isComplete
        self.entries = entries
    }

    /// Reads a table of at most `entryLimit` files; elements and attributes are told by their names without prefixes.
    public init(parsing bytes: RawSpan, entryLimit: Int) throws(Fault) {
        var reading = Reading(limit: entryLimit)
        do {
            try XMLScanner.scan(bytes) { tag in reading.take(tag) }
        } catch {
            switch error {
            case .malformed(let line): throw .notXML(line: line)
            case .hasDocumentType: throw .hasDocumentType
            case .stopped: throw reading.fault ?? .notATable
            case .tooDeep, .outOfMemory: throw .notATable
            }
        }
        guard reading.depth != nil else { throw .notATable }
        guard let expires = reading.expires else { throw .noExpiry }
        self.init(expires: expires, isComplete: reading.isComplete, entries: reading.entries)
        faultyEntries = reading.faultyEntries
    }

    /// What is known while a table is read.
    private struct Reading {
        let limit: Int
        var depth: Int?
        var expires: UInt32?
        var isComplete = false
        var general = FileEntry(object: 0, location: "")
        var entries: [FileEntry] = []
        var faultyEntries = 0
        var fault: Fault?

        init(limit: Int) { self.limit = limit }

        mutating func take(_ tag: XMLTag) -> Bool {
            guard let depth else {
                if tag.name == "FDT-Instance" { begin(tag) }
                return fault == nil
            }
            guard tag.name == "File", tag.depth == depth + 1 else { return true }
            guard entries.count + faultyEntries < limit else {
                fault = .tooManyEntries
                return false
            }
            if let entry = FileEntry(tag.attributes, general: general) {
                entries.append(entry)
            } else {
                faultyEntries += 1
            }
            return true
        }

        private mutating func begin(_ tag: XMLTag) {
            depth = tag.depth
            for attribute in tag.attributes {
                switch attribute.name {
                case "Expires": expires = UInt32(attribute.value)
                case "Complete": isComplete = attribute.value == "true" || attribute.value == "1"
                case "Content-Type", "Content-Encoding": _ = general.take(attribute.name, attribute.value)
                default: if !general.transfer.take(attribute.name, attribute.value) { fault = .notATable }
                }
            }
            if expires == nil { fault = .noExpiry }
        }
    }
}
