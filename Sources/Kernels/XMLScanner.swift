import Bytes
import CExpat

/// Reads XML documents without document types: elements and their attributes, one after the other, in bounded memory.
public enum XMLScanner: Sendable {
    /// Elements that lie in more elements than this are refused.
    public static let depthLimit = 64

    /// Shows every element's start to `body`, in the document's order, until it answers false or the document ends.
    public static func scan(_ bytes: RawSpan, _ body: (XMLTag) -> Bool) throws(XMLFault) {
        guard bytes.byteCount <= Int32.max, let parser = XML_ParserCreate(nil) else { throw .outOfMemory }
        defer { XML_ParserFree(parser) }
        let fault = withoutActuallyEscaping(body) { body in
            // The parser calls back only during XML_Parse, while `run` is held below; nobody else has either.
            let run = Run(parser, body)
            let context = Unmanaged.passUnretained(run).toOpaque()
            XML_SetUserData(parser, context)
            XML_SetElementHandler(parser, elementStarts, elementEnds)
            XML_SetStartDoctypeDeclHandler(parser, documentTypeStarts)
            let status = withExtendedLifetime(run) {
                bytes.withUnsafeBytes { source in
                    XML_Parse(
                        parser, source.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(source.count), 1)
                }
            }
            if let fault = run.fault { return fault as XMLFault? }
            guard status != XML_STATUS_OK else { return nil }
            if XML_GetErrorCode(parser) == XML_ERROR_NO_MEMORY { return .outOfMemory }
            return .malformed(line: Int(XML_GetCurrentLineNumber(parser)))
        }
        if let fault { throw fault }
    }

    /// What the callbacks of one scan share.
    private final class Run {
        let parser: XML_Parser
        let body: (XMLTag) -> Bool
        var depth = 0
        var fault: XMLFault?

        init(_ parser: XML_Parser, _ body: @escaping (XMLTag) -> Bool) {
            self.parser = parser
            self.body = body
        }

        func stop(_ fault: XMLFault) {
            if self.fault == nil { self.fault = fault }
            _ = XML_StopParser(parser, 0)
        }

        func start(_ tag: XMLTag) {
            guard depth < XMLScanner.depthLimit else { return stop(.tooDeep) }
            depth += 1
            if !body(tag) { stop(.stopped) }
        }
    }

    private static let elementStarts: XML_StartElementHandler = { context, name, attributes in
        guard let context, let name else { return }
        let run = Unmanaged<Run>.fromOpaque(context).takeUnretainedValue()
        // The parser may still tell of an empty element's end after it was stopped.
        guard run.fault == nil else { return }
        var tag = XMLTag(name: localName(name), depth: run.depth, attributes: [])
        var place = 0
        while let attributes, let key = attributes[place], let value = attributes[place + 1] {
            let text = String(cString: key)
            if text != "xmlns", !text.hasPrefix("xmlns:") {
                tag.attributes.append(XMLTag.Attribute(name: localName(key), value: String(cString: value)))
            }
            place += 2
        }
        run.start(tag)
    }

    private static let elementEnds: XML_EndElementHandler = { context, _ in
        guard let context else { return }
        Unmanaged<Run>.fromOpaque(context).takeUnretainedValue().depth -= 1
    }

    private static let documentTypeStarts: XML_StartDoctypeDeclHandler = { context, _, _, _, _ in
        guard let context else { return }
        Unmanaged<Run>.fromOpaque(context).takeUnretainedValue().stop(.hasDocumentType)
    }

    /// The part of a name behind its prefix.
    private static func localName(_ name: UnsafePointer<CChar>) -> String {
        let whole = String(cString: name)
        guard let colon = whole.utf8.lastIndex(of: UInt8(ascii: ":")) else { return whole }
        return String(whole[whole.utf8.index(after: colon)...])
    }
}
