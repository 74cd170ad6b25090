import HTTPServing
import NetworkFormats
import PacketIO
import VenueRuntime
import VenueSettings

/// What the command line of svmreplayd asks for.
struct ReplayCommand {
    /// Where requests are taken unless told otherwise.
    static let usualListen = "127.0.0.1:8080"
    /// Megabytes that all histories may take together, at least and at most.
    static let memoryRange = 16...1_048_576

    /// Megabytes that received files may take together.
    static let quotaRange = 1...16_777_216
    /// Megabytes that stay free on the disk of saved clips, at least and at most.
    static let floorRange = 0...16_777_216

    var listen: ListenAddress
    var configuration: String?
    var interface: String?
    var announcements: Endpoint?
    var followsSAP = true
    /// Channels nobody announces, as they were written.
    var channels: [String] = []
    var historySeconds: Int?
    var memoryLimitMiB: Int?
    var rerun: String?
    var pace = Pace.realtime
    var recording: LiveOptions.Recording?
    /// Where received files are kept; nil for a folder that goes with the server.
    var dataFolder: String?
    var fileQuotaMiB: Int?
    var clipQuotaMiB: Int?
    var clipFloorMiB: Int?
    var isDemo = false
    var certificate: String?
    var key: String?
    var tokenFile: String?
    var isOpen = false

    static let parser = OptionParser(
        tool: "svmreplayd", version: Release.version, synopsis: "[options]",
        summary: "Records every multicast channel of a venue into a history and serves it back over HTTP: live, "
            + "rewound and as clips, with the evidence.",
        options: [
            ToolOption("listen", value: "HOST:PORT", help: "where requests are taken; \(usualListen)"),
            ToolOption("interface", value: "NAME", help: "the interface that multicast comes to"),
            ToolOption("announce", value: "GROUP:PORT", help: "the venue's announcements; 239.255.42.1:9875"),
            ToolOption(flag: "no-sap", help: "do not join the groups of SAP"),
            ToolOption(
                "channel", value: "URL",
                help: "a channel nobody announces, rtp://G:P or udp://G:P with ?name=, ?source=, ?fec=st2022-1; "
                    + "may be given more than once"),
            ToolOption("history-seconds", value: "N", help: "how much of each channel is kept; 30"),
            ToolOption(
                "memory-limit", value: "MIB", help: "what all histories may take together; 2048"),
            ToolOption("config", value: "FILE", help: "settings as JSON; SIGHUP reads them again"),
            ToolOption("rerun", value: "CAPTURE", help: "this capture instead of the network"),
            ToolOption("pace", choices: Pace.allCases.map(\.rawValue), help: "how a capture is rerun; realtime"),
            ToolOption("record", value: "FILE.pcapng", help: "record every datagram, and its report when it ends"),
            ToolOption(
                "record-limit", value: "SIZE[,SECONDS]",
                help: "begin a new recording at this size (K, M, G) or age"),
            ToolOption(
                "data-dir", value: "DIR",
                help: "keep received files in DIR/files and saved clips in DIR/clips; without it no clips are "
                    + "saved, and files lie in a folder that goes with the server"),
            ToolOption("file-quota", value: "MIB", help: "what all received files may take together; 1024"),
            ToolOption("clip-quota", value: "MIB", help: "what all saved clips may take together; 4096"),
            ToolOption("clip-floor", value: "MIB", help: "what saved clips leave free on their disk; 512"),
            ToolOption(flag: "demo", help: "an embedded venue on loopback: nothing else is needed"),
            ToolOption("tls-cert", value: "FILE", help: "serve HTTPS with this certificate (PEM)"),
            ToolOption("tls-key", value: "FILE", help: "and this key (PEM)"),
            ToolOption("token-file", value: "FILE", help: "only who bears a token of this file, one a line, may ask"),
            ToolOption(flag: "open-access", help: "anybody may ask, on addresses other than loopback too"),
        ],
        notes: "SIGTERM finishes running answers (5 s at most), leaves the groups and exits 0.\n"
            + "Exit status: 0 stopped as asked; 2 wrong usage, or something cannot be opened.")

    /// Reads what `parsed` says; the parser has refused what it does not know.
    init(_ parsed: ParsedOptions) throws(OptionError) {
        if let operand = parsed.operands.first { throw .operandUnwanted(operand) }
        let address = parsed.value(of: "listen") ?? Self.usualListen
        do throws(ServerFailure) { listen = try ListenAddress(parsing: address) } catch {
            throw .badForm(option: "--listen", got: address, wanted: "HOST:PORT, such as \(Self.usualListen)")
        }
        try readNetwork(parsed)
        historySeconds = try parsed.integer(of: "history-seconds", in: VenueConfiguration.historySecondsRange)
        memoryLimitMiB = try parsed.integer(of: "memory-limit", in: Self.memoryRange)
        configuration = parsed.value(of: "config")
        try readSource(parsed)
        dataFolder = parsed.value(of: "data-dir")
        fileQuotaMiB = try parsed.integer(of: "file-quota", in: Self.quotaRange)
        clipQuotaMiB = try parsed.integer(of: "clip-quota", in: Self.quotaRange)
        clipFloorMiB = try parsed.integer(of: "clip-floor", in: Self.floorRange)
        if dataFolder == nil, let option = ["clip-quota", "clip-floor"].first(where: parsed.has) {
            throw .operandMissing("--data-dir DIR, which --\(option) goes with,")
        }
        certificate = parsed.value(of: "tls-cert")
        key = parsed.value(of: "tls-key")
        guard (certificate == nil) == (key == nil) else {
            throw .operandMissing(certificate == nil ? "--tls-cert FILE" : "--tls-key FILE")
        }
        tokenFile = parsed.value(of: "token-file")
        isOpen = parsed.has("open-access")
    }

    private mutating func readNetwork(_ parsed: ParsedOptions) throws(OptionError) {
        interface = parsed.value(of: "interface")
        if let text = parsed.value(of: "announce") {
            announcements = Endpoint(text)
            guard announcements?.address.isMulticast == true else {
                throw .badForm(option: "--announce", got: text, wanted: "GROUP:PORT, such as 239.255.42.1:9875")
            }
        }
        followsSAP = !parsed.has("no-sap")
        for text in parsed.values(of: "channel") {
            guard JoinAddress(text) != nil else {
                throw .badForm(option: "--channel", got: text, wanted: JoinAddress.form)
            }
            channels.append(text)
        }
    }

    private mutating func readSource(_ parsed: ParsedOptions) throws(OptionError) {
        rerun = parsed.value(of: "rerun")
        isDemo = parsed.has("demo")
        pace = parsed.value(of: "pace").flatMap(Pace.init) ?? .realtime
        if rerun == nil, parsed.has("pace") { throw .operandMissing("--rerun CAPTURE, which --pace goes with,") }
        if let rerun, isDemo { throw .badForm(option: "--rerun", got: rerun, wanted: "no --demo beside it") }
        if let path = parsed.value(of: "record") {
            if rerun != nil { throw .badForm(option: "--record", got: path, wanted: "the network, not --rerun") }
            recording = LiveOptions.Recording(path: path)
        }
        if let text = parsed.value(of: "record-limit") {
            guard recording != nil else {
                throw .operandMissing("--record FILE.pcapng, which --record-limit goes with,")
            }
            guard let limit = RecordLimit(parsing: text) else {
                throw .badForm(option: "--record-limit", got: text, wanted: RecordLimit.form)
            }
            recording?.limit = limit
        }
    }

    /// Whether only programs of this machine reach the server.
    var isLoopback: Bool { listen.host.hasPrefix("127.") || listen.host == "::1" }

    /// The configuration with what the command line says put over it.
    func merged(_ configuration: VenueConfiguration) -> VenueConfiguration {
        var configuration = configuration
        if let historySeconds { configuration.historySeconds = historySeconds }
        configuration.join += channels.filter { !configuration.join.contains($0) }
        if let announcements {
            configuration.announcements.group = announcements.address
            configuration.announcements.port = announcements.port
        }
        return configuration
    }

    /// What is joined under `configuration`.
    func network(_ configuration: VenueConfiguration) -> LiveSource.NetworkOptions {
        LiveSource.NetworkOptions(
            interface: isDemo ? "lo" : interface ?? configuration.wifi.interface,
            announcements: Endpoint(configuration.announcements.group, configuration.announcements.port),
            followsSAP: followsSAP, joins: configuration.join.compactMap(JoinAddress.init))
    }
}
