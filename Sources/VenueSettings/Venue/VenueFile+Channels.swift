import NetworkFormats

extension VenueFile {
    /// The most seconds into a transport stream at which a channel may begin.
    private static let offsetRange = 0.0...86_400.0
    private static let bandwidthRange = 1...1_000_000
    private static let repeatsRange = 1...20
    /// Milliseconds from the start at which a message may be sent first.
    private static let startRangeMs = 0...86_400_000
    /// Milliseconds between two sendings of a message.
    private static let everyRangeMs = 50...86_400_000
    /// How often an address is asked when nothing is said, in milliseconds.
    private static let usualPollMs = 10_000
    /// How often an address may be asked, in milliseconds.
    private static let pollRangeMs = 1_000...86_400_000

    /// Reads the channel that stands at `index` of the list.
    mutating func channel(
        _ reader: inout SettingsReader, index: Int
    ) throws(ConfigurationError) -> VenueFileChannel {
        guard let kind = try reader.word("kind", of: ["video", "data", "file"]) else {
            throw .missing(path: reader.path(to: "kind"), wanted: "one of video, data, file")
        }
        let group = try reader.address("group", isGroup: true) ?? IPAddress(v4: 0xef0a_0a01 + UInt32(index))
        let port = UInt16(try reader.integer("port", in: Self.portRange) ?? 5_000)
        let streamer = try self.streamer(&reader)
        var impairment = self.impairment
        if var impaired = try reader.object("impairment") {
            impairment = try VenueImpairment(&impaired, base: impairment)
            unknown += impaired.leftOver
        }
        return VenueFileChannel(
            path: reader.path, name: try reader.text("name") ?? "Channel \(index + 1)",
            text: try reader.anyText("text") ?? "",
            sessionNumber: UInt32(try reader.integer("sessionNum", in: 0...Int(UInt32.max)) ?? index + 1),
            streamer: streamer, destination: Endpoint(group, port),
            isSourceSpecific: try isSourceSpecific(&reader, streamer),
            bandwidthKbps: try reader.integer("bandwidthKbps", in: Self.bandwidthRange),
            content: try content(&reader, kind), protection: try protection(&reader, kind, port: port),
            impairment: impairment)
    }

    private func streamer(_ reader: inout SettingsReader) throws(ConfigurationError) -> Int {
        let wanted = "the id of a Streamer: " + streamers.map(\.id.quoted).joined(separator: ", ")
        guard let id = try reader.text("streamer", wanted: wanted) else { return 0 }
        guard let index = streamers.firstIndex(where: { $0.id == id }) else {
            throw reader.impossible("streamer", "the text \(id.quoted)", wanted: wanted)
        }
        return index
    }

    /// Whether the channel names its source, which must be its Streamer.
    private func isSourceSpecific(
        _ reader: inout SettingsReader, _ streamer: Int
    ) throws(ConfigurationError) -> Bool {
        guard let source = try reader.address("source", isGroup: false) else { return false }
        let address = streamers[streamer].address
        guard source == address else {
            throw reader.impossible(
                "source", "the text \("\(source)".quoted)",
                wanted: "the address of its Streamer, " + (address.map { "\($0)" } ?? "which has none in this file"))
        }
        return true
    }

    private mutating func content(
        _ reader: inout SettingsReader, _ kind: String
    ) throws(ConfigurationError) -> VenueFileChannel.Content {
        switch kind {
        case "video":
            let wanted = "the name of a transport stream file"
            guard let path = try reader.path("ts", wanted: wanted) else {
                throw .missing(path: reader.path(to: "ts"), wanted: wanted)
            }
            return .video(
                path: path, offsetSeconds: try reader.number("offsetSeconds", in: Self.offsetRange) ?? 0)
        case "file":
            let wanted = "the name of a folder"
            guard let path = try reader.path("folder", wanted: wanted) else {
                throw .missing(path: reader.path(to: "folder"), wanted: wanted)
            }
            return .file(folder: path)
        default:
            let repeats = try reader.integer("repeat", in: Self.repeatsRange) ?? 3
            var messages: [VenueFileMessage] = []
            for (path, value) in try reader.list("messages", wanted: "a list of objects") {
                var entry = try SettingsReader.object(value, path: path)
                messages.append(try message(&entry))
                unknown += entry.leftOver
            }
            return .data(messages, repeats: repeats)
        }
    }

    private func message(_ reader: inout SettingsReader) throws(ConfigurationError) -> VenueFileMessage {
        let text = try reader.anyText("text")
        let address = try reader.text("url", wanted: "an address that begins with http:// or https://")
        let isInput = try reader.truth("stdin") ?? false
        guard [text != nil, address != nil, isInput].count(where: { $0 }) == 1 else {
            throw .missing(
                path: reader.path(to: "text"), wanted: "a text, or in its place url, or stdin: true, just one of them")
        }
        let atMs = try reader.integer("atMs", in: Self.startRangeMs) ?? 0
        if let address {
            guard address.hasPrefix("http://") || address.hasPrefix("https://") else {
                throw reader.impossible(
                    "url", "the text \(address.quoted)", wanted: "an address that begins with http:// or https://")
            }
            let everyMs = try reader.integer("everyMs", in: Self.pollRangeMs) ?? Self.usualPollMs
            return VenueFileMessage(source: .address(address), atMs: atMs, everyMs: everyMs)
        }
        let everyMs = try reader.integer("everyMs", in: Self.everyRangeMs)
        guard let text else { return VenueFileMessage(source: .standardInput, atMs: atMs, everyMs: nil) }
        guard text.utf8.count <= VenueFileMessage.sizeLimit else {
            throw reader.impossible(
                "text", "\(text.utf8.count) bytes", wanted: "at most \(VenueFileMessage.sizeLimit) bytes")
        }
        return VenueFileMessage(source: .text(text), atMs: atMs, everyMs: everyMs)
    }
}
