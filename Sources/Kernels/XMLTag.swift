/// The start of an element of an XML document.
public struct XMLTag: Equatable, Sendable {
    /// An attribute of the element.
    public struct Attribute: Equatable, Sendable {
        /// Its name without a prefix.
        public var name: String
        /// Its value, references resolved.
        public var value: String
    }

    /// The element's name without a prefix.
    public var name: String
    /// How many elements it lies in; 0 for the document's own.
    public var depth: Int
    /// Its attributes in the order in which they are written; declarations of name spaces are left out.
    public var attributes: [Attribute]
}

/// Why bytes are not XML that is read.
public enum XMLFault: Error, Equatable, Sendable {
    /// The document is not well-formed; the line counts from 1.
    case malformed(line: Int)
    /// It has a document type, which is what declares entities: none is ever expanded.
    case hasDocumentType
    /// Elements lie in more elements than the limit allows.
    case tooDeep
    /// The reader wanted no more.
    case stopped
    /// The library got no memory.
    case outOfMemory
}
