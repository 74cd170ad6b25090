import Bytes
import Clips
import NetworkFormats
import Timing
import VenueSettings
import VenueWire

extension FuzzTarget {
    /// A SAP message.
    static func sap(_ input: RawSpan, _ complaints: inout Complaints) {
        var reader = ByteReader(input)
        guard let packet = try? SAPPacket(parsing: &reader) else {
            return complaints.expect(reader.offset <= input.byteCount, "read beyond the end")
        }
        complaints.expect(reader.remaining == 0, "\(reader.remaining) bytes were left")
        complaints.expect(
            packet.payload.count <= max(SAPPacket.inflatedLimit, input.byteCount),
            "\(packet.payload.count) payload bytes")
        if packet.isSessionDescription, !packet.isDeletion { describe(packet.payload, &complaints) }
        var writer = ByteWriter()
        packet.write(to: &writer)
        var second = ByteReader(writer.bytes.lent)
        guard let again = try? SAPPacket(parsing: &second) else { return }
        complaints.expect(
            again.messageHash == packet.messageHash && again.origin == packet.origin
                && again.isDeletion == packet.isDeletion, "written as \(again)")
    }

    /// A session description.
    static func sdp(_ input: RawSpan, _ complaints: inout Complaints) { describe(input.copied(), &complaints) }

    private static func describe(_ payload: [UInt8], _ complaints: inout Complaints) {
        guard let session = try? SessionDescription(payload: payload) else { return }
        complaints.expect(session.media.count <= SessionDescription.mediaLimit, "\(session.media.count) media")
        for media in session.media {
            let endpoints = session.endpoints(of: media)
            complaints.expect(endpoints.count <= SessionMedia.endpointLimit, "\(endpoints.count) endpoints")
            complaints.expect(endpoints.allSatisfy { $0.port != 0 }, "an endpoint has port 0")
            _ = (session.direction(of: media), media.sourceFilters, media.payloadNames, session.sourceFilters)
        }
        var writer = ByteWriter()
        session.write(to: &writer)
        guard writer.count <= SessionDescription.lengthLimit else { return }
        do {
            let again = try SessionDescription(payload: writer.bytes)
            complaints.expect(again.media.count == session.media.count, "\(again.media.count) media after writing")
        } catch {
            // Lines that were missing are written, so one more may be too many.
            complaints.expect(error == .limitExceeded, "what was written cannot be read: \(error)")
        }
    }

    /// A configuration file.
    static func configuration(_ input: RawSpan, _ complaints: inout Complaints) {
        do {
            let configuration = try VenueConfiguration(parsing: input.copied())
            complaints.expect(
                VenueConfiguration.slotRangeMs.contains(configuration.windows.slotMs),
                "slots of \(configuration.windows.slotMs) ms")
            // Written out it may be longer than a file may be: defaults are said, and some characters escaped.
            let written = configuration.json
            if written.count <= VenueConfiguration.sizeLimit {
                complaints.expect(
                    (try? VenueConfiguration(parsing: written)) == configuration, "it comes back changed")
            }
        } catch {
            complaints.expect(!"\(error)".isEmpty, "an error without words")
        }
    }

    /// Arguments of a command line, each ended by a line feed.
    static func options(_ input: RawSpan, _ complaints: inout Complaints) {
        let parser = OptionParser(
            tool: "fuzzed", version: "1", synopsis: "[options] FILE", summary: "Reads anything.",
            options: [
                ToolOption("format", choices: ["text", "json"], help: "one of two words"),
                ToolOption("output", letter: "o", value: "FILE", help: "any text"),
                ToolOption("window-ms", value: "N", help: "a number"),
                ToolOption(flag: "quick", letter: "q", help: "a flag"),
            ])
        let text = String(decoding: input.copied(), as: UTF8.self)
        let arguments = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        do {
            let parsed = try parser.parse(arguments)
            complaints.expect(parsed.operands.count <= arguments.count, "more operands than arguments")
            let number = try parsed.integer(of: "window-ms", in: 1...100)
            complaints.expect(number.map { (1...100).contains($0) } ?? true, "a number beyond its range")
        } catch {
            complaints.expect(!"\(error)".isEmpty, "an error without words")
        }
    }

    /// Arguments of a request for a clip, as they stand behind a question mark.
    static func query(_ input: RawSpan, _ complaints: inout Complaints) {
        let text = String(decoding: input.copied(), as: UTF8.self)
        let query = text.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(pair.first ?? ""), pair.count > 1 ? String(pair[1]) : "")
        }
        pictures(query, &complaints)
        do {
            switch try ClipRequest(query: query).window {
            case .last(let length): complaints.expect(length > .zero, "a length of \(length.nanoseconds) ns")
            case .beforeLiveEdge(let from, let to):
                complaints.expect(from > to && to >= .zero, "from \(from.nanoseconds) to \(to.nanoseconds) ns")
            case .absolute(let from?, let to?):
                complaints.expect(to > from, "an empty window")
                complaints.expect(to - from <= ClipRequest.longestWindow, "a window longer than a day")
            case .absolute: break
            }
        } catch {
            complaints.expect(!"\(error)".isEmpty, "an error without words")
        }
    }

    /// The same arguments, as stills and sheets of storyboards read them.
    private static func pictures(_ query: [(String, String)], _ complaints: inout Complaints) {
        if let still = try? StillRequest(query: query) {
            let size = still.size(of: (16, 9))
            complaints.expect(
                StillRequest.widthRange.contains(size.width) && size.height <= StillRequest.heightLimit,
                "a still of \(size)")
        }
        guard let sheet = try? SheetRequest(number: 0, query: query) else { return }
        complaints.expect((1...SheetRequest.cueLimit).contains(sheet.cueCount), "\(sheet.cueCount) pictures")
        let side = SheetRequest.columns * StoryboardRequest.sideRange.upperBound
        complaints.expect(sheet.size.width <= side && sheet.size.height <= side, "a sheet of \(sheet.size)")
        complaints.expect((try? SheetRequest(number: 0, query: Self.pairs(sheet.query))) == sheet, "another sheet")
    }

    private static func pairs(_ text: String) -> [(String, String)] {
        text.split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1)
            return (String(pair[0]), String(pair[1]))
        }
    }
}
