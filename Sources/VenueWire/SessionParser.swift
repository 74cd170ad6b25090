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
    mutating func take(_ line: String) throws(ParseError) {
        let value = line.dropFirst(2)
        guard hasVersion else {
            guard line == "v=0" else { throw .badLine(UInt8(ascii: "v")) }
            hasVersion = true
            return
        }
        if line.hasPrefix("m=") {
            try takeMedia(value)
        } else if !passesOver, line.dropFirst().first == "=", let type = line.first {
            if session.media.isEmpty {
                try takeSessionLine(type, value)
            } else {
                takeMediaLine(type, value)
            }
        }
    }

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

    private mutating func takeSessionLine(_ type: Character, _ value: Substring) throws(ParseError) {
        switch type {
        case "o" where origin == nil:
            guard let read = SessionOrigin(value: value) else { throw .badLine(UInt8(ascii: "o")) }
            origin = read
        case "s" where session.name.isEmpty:
            // A blank name is how RFC 8866 says that there is none.
            session.name = value.allSatisfy(\.isWhitespace) ? "" : String(value)
        case "i": session.title = session.title ?? String(value)
        case "c": session.connection = session.connection ?? SessionConnection(value: value)
        case "b": Self.append(SessionBandwidth(text: value), to: &session.bandwidths)
        case "t" where !hasTiming:
            let words = value.split(separator: " ")
            guard words.count == 2, let start = UInt64(words[0]), let stop = UInt64(words[1]) else { return }
            (session.start, session.stop) = (start, stop)
            hasTiming = true
        case "a": Self.append(SessionAttribute(text: value), to: &session.attributes)
        default: return
        }
    }

    private mutating func takeMediaLine(_ type: Character, _ value: Substring) {
        let last = session.media.count - 1
        switch type {
        case "i": session.media[last].title = session.media[last].title ?? String(value)
        case "c": Self.append(SessionConnection(value: value), to: &session.media[last].connections)
        case "b": Self.append(SessionBandwidth(text: value), to: &session.media[last].bandwidths)
        case "a": Self.append(SessionAttribute(text: value), to: &session.media[last].attributes)
        default: return
        }
    }

    private static func append<Line>(_ line: Line?, to lines: inout [Line]) {
        guard let line, lines.count < SessionDescription.lineLimit else { return }
        lines.append(line)
    }
}
