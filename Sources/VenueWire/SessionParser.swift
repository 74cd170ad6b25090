/// Collects the lines of a session description; private to reading one.
struct SessionParser {
    private var hasVersion = false
    private var origin: SessionOrigin?
    private var session = SessionDescription(
        origin: SessionOrigin(sessionID: "0", version: "0", address: "0.0.0.0"), name: "")
    private var hasTiming = false
    /// Whether lines now belong to a media section that could not be read and is passed over.
    private var passesOver = false

    /// Takes one line without its end.
    ///
    /// Only lines of a kind that is read become text: there may be tens of thousands of others.
    mutating func take(_ line: ArraySlice<UInt8>) throws(ParseError) {
        guard hasVersion else {
            guard line.elementsEqual("v=0".utf8) else { throw .badLine(UInt8(ascii: "v")) }
            hasVersion = true
            return
        }
        guard line.count >= 2, line[line.startIndex + 1] == UInt8(ascii: "=") else { return }
        let type = line[line.startIndex]
        let value = line.dropFirst(2)
        if type == UInt8(ascii: "m") {
            try takeMedia(Self.text(value))
        } else if !passesOver {
            if session.media.isEmpty { try takeSessionLine(type, value) } else { takeMediaLine(type, value) }
        }
    }

    private static func text(_ value: ArraySlice<UInt8>) -> Substring { String(decoding: value, as: UTF8.self)[...] }

    /// The description, when the required lines came.
    func finished() throws(ParseError) -> SessionDescription {
        guard hasVersion else { throw .badLine(UInt8(ascii: "v")) }
        guard let origin else { throw .badLine(UInt8(ascii: "o")) }
        var session = session
        session.origin = origin
        return session
    }

    private mutating func takeMedia(_ value: Substring) throws(ParseError) {
        guard let media = SessionMedia(value: value) else {
            passesOver = true
            return
        }
        guard session.media.count < SessionDescription.mediaLimit else { throw .limitExceeded }
        passesOver = false
        session.media.append(media)
    }

    private mutating func takeSessionLine(_ type: UInt8, _ bytes: ArraySlice<UInt8>) throws(ParseError) {
        switch type {
        case UInt8(ascii: "o") where origin == nil:
            guard let read = SessionOrigin(value: Self.text(bytes)) else { throw .badLine(UInt8(ascii: "o")) }
            origin = read
        case UInt8(ascii: "s") where session.name.isEmpty:
            let value = Self.text(bytes)
            // A blank name is how RFC 8866 says that there is none.
            session.name = value.allSatisfy(\.isWhitespace) ? "" : String(value)
        case UInt8(ascii: "i") where session.title == nil: session.title = String(Self.text(bytes))
        case UInt8(ascii: "c") where session.connection == nil:
            session.connection = SessionConnection(value: Self.text(bytes))
        case UInt8(ascii: "b"): Self.append(bytes, to: &session.bandwidths) { SessionBandwidth(text: $0) }
        case UInt8(ascii: "t") where !hasTiming:
            let words = Self.text(bytes).words(3)
            guard words.count == 2, let start = UInt64(words[0]), let stop = UInt64(words[1]) else { return }
            (session.start, session.stop) = (start, stop)
            hasTiming = true
        case UInt8(ascii: "a"): Self.append(bytes, to: &session.attributes) { SessionAttribute(text: $0) }
        default: return
        }
    }

    private mutating func takeMediaLine(_ type: UInt8, _ bytes: ArraySlice<UInt8>) {
        let last = session.media.count - 1
        switch type {
        case UInt8(ascii: "i"): session.media[last].title = session.media[last].title ?? String(Self.text(bytes))
        case UInt8(ascii: "c"):
            Self.append(bytes, to: &session.media[last].connections) { SessionConnection(value: $0) }
        case UInt8(ascii: "b"): Self.append(bytes, to: &session.media[last].bandwidths) { SessionBandwidth(text: $0) }
        case UInt8(ascii: "a"): Self.append(bytes, to: &session.media[last].attributes) { SessionAttribute(text: $0) }
        default: return
        }
    }

    private static func append<Line>(
        _ bytes: ArraySlice<UInt8>, to lines: inout [Line], _ read: (Substring) -> Line?
    ) {
        guard lines.count < SessionDescription.lineLimit, let line = read(text(bytes)) else { return }
        lines.append(line)
    }
}
