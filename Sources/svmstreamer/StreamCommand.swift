import NetworkFormats
import Timing
import VenueSettings

/// What the command line of svmstreamer asks for.
struct StreamCommand {
    /// What is sent.
    enum Work: Equatable {
        case venue(String)
        case capture(String)
    }

    /// What the command line says of the network; nil for what it does not say.
    struct Impairment: Equatable {
        var loss: Double?
        var burst: Double?
        var duplicate: Double?
        var reorder: Double?
        var jitterMs: Double?

        var isEmpty: Bool { self == Self() }
    }

    var work: Work
    var impairment = Impairment()
    var seed: UInt64?
    /// The capture that is written instead of sending; nil for sending.
    var output: String?
    var seconds: Int?
    var interface = "lo"
    var timeToLive: UInt8 = 0
    var map: [Endpoint: Endpoint] = [:]
    var start: StreamTime?

    /// How much is written when nothing is said, in seconds.
    static let usualSeconds = 60
    private static let secondsRange = 1...1_000_000

    static let parser = OptionParser(
        tool: "svmstreamer", version: Release.version, synopsis: "(--venue FILE.json | --capture FILE) [options]",
        summary:
            "Sends what a venue's Streamer sends: announcements, protected video, messages and files; or a capture again. "
            + "It stays on the loopback interface unless told otherwise.",
        options: [
            ToolOption("venue", value: "FILE.json", help: "the venue to send"),
            ToolOption("capture", value: "FILE", help: "the capture to send again, with its own timing"),
            ToolOption(
                "map", value: "A:P=B:Q",
                help: "with --capture: what went to A:P goes to B:Q; may be given more than once"),
            ToolOption("loss", value: "P", help: "lose this share of the datagrams, such as 0.03 or 3%"),
            ToolOption("burst", value: "N", help: "lose N in a row on the average; 1"),
            ToolOption("duplicate", value: "P", help: "send this share twice"),
            ToolOption("reorder", value: "P", help: "let this share be overtaken by others"),
            ToolOption("jitter-ms", value: "N", help: "delay each datagram by 0 to N milliseconds"),
            ToolOption("seed", value: "N", help: "the number from which every chance follows"),
            ToolOption(
                "write", value: "FILE.pcapng",
                help:
                    "write a capture instead of sending, without waiting, and beside it what is in it: FILE.truth.json"),
            ToolOption("seconds", value: "N", help: "end after N seconds; with --write \(usualSeconds), else never"),
            ToolOption(
                "start", value: "UTC",
                help: "when the venue begins by its own clock; now, with --write 2026-01-01T00:00:00Z"),
            ToolOption("interface", value: "NAME", help: "the interface to send through; lo"),
            ToolOption(flag: "loop", help: "send through the loopback interface, as without --interface"),
            ToolOption("ttl", value: "N", help: "time to live: 0 stays on this host, 1 on its network; 0"),
        ],
        notes: "SIGINT and SIGTERM withdraw what was announced and say what was sent.\n"
            + "Exit status: 0 all was sent or written; 2 wrong usage, or something cannot be read, opened or sent.")

    /// Reads what `parsed` says; the parser has refused what it does not know.
    init(_ parsed: ParsedOptions) throws(OptionError) {
        if let operand = parsed.operands.first { throw .operandUnwanted(operand) }
        switch (parsed.value(of: "venue"), parsed.value(of: "capture")) {
        case (let venue?, nil): work = .venue(venue)
        case (nil, let capture?): work = .capture(capture)
        case (nil, nil): throw .operandMissing("--venue FILE.json or --capture FILE")
        case (_, let capture?):
            throw .badForm(option: "--capture", got: capture, wanted: "no --venue beside it")
        }
        output = parsed.value(of: "write")
        seconds = try parsed.integer(of: "seconds", in: Self.secondsRange)
        seed = try parsed.integer(of: "seed", in: 0...Int.max).map(UInt64.init)
        try readNetwork(parsed)
        try readImpairment(parsed)
        if let text = parsed.value(of: "start") {
            guard let time = StreamTime(utc: text) else {
                throw .badForm(option: "--start", got: text, wanted: "an instant such as 2026-01-01T00:00:00Z")
            }
            start = time
        }
        for text in parsed.values(of: "map") {
            let sides = text.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let from = Endpoint(String(sides[0])), let to = Endpoint(String(sides[1])) else {
                throw .badForm(option: "--map", got: text, wanted: "A:P=B:Q, such as 239.1.1.1:5000=239.2.2.2:6000")
            }
            map[from] = to
        }
        try checkCapture(parsed)
    }

    private mutating func readNetwork(_ parsed: ParsedOptions) throws(OptionError) {
        if let name = parsed.value(of: "interface") {
            guard !parsed.has("loop") || name == "lo" else {
                throw .badForm(option: "--interface", got: name, wanted: "no --loop beside it")
            }
            interface = name
        }
        if let ttl = try parsed.integer(of: "ttl", in: 0...255) { timeToLive = UInt8(ttl) }
    }

    private mutating func readImpairment(_ parsed: ParsedOptions) throws(OptionError) {
        impairment.loss = try share(parsed, "loss")
        impairment.duplicate = try share(parsed, "duplicate")
        impairment.reorder = try share(parsed, "reorder")
        impairment.burst = try number(parsed, "burst", in: VenueImpairment.burstRange)
        impairment.jitterMs = try number(parsed, "jitter-ms", in: VenueImpairment.jitterRange)
        if impairment.burst != nil, impairment.loss == nil {
            throw .operandMissing("--loss P, which --burst goes with,")
        }
    }

    private func share(_ parsed: ParsedOptions, _ name: String) throws(OptionError) -> Double? {
        guard let text = parsed.value(of: name) else { return nil }
        let isPercent = text.hasSuffix("%")
        let number = Double(isPercent ? String(text.dropLast()) : text).map { isPercent ? $0 / 100 : $0 }
        guard let number, VenueImpairment.shareRange.contains(number) else {
            throw .badForm(option: "--\(name)", got: text, wanted: "a share from 0 to 0.9, or from 0% to 90%")
        }
        return number
    }

    private func number(
        _ parsed: ParsedOptions, _ name: String, in range: ClosedRange<Double>
    ) throws(OptionError) -> Double? {
        guard let text = parsed.value(of: name) else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw .badForm(
                option: "--\(name)", got: text, wanted: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A capture is sent as it is.
    private func checkCapture(_ parsed: ParsedOptions) throws(OptionError) {
        guard case .capture = work else {
            if !map.isEmpty { throw .operandMissing("--capture FILE, which --map goes with,") }
            return
        }
        for name in ["write", "loss", "duplicate", "reorder", "jitter-ms", "seed", "start"] {
            if let value = parsed.value(of: name) {
                throw .badForm(option: "--\(name)", got: value, wanted: "--venue: a capture is sent as it is")
            }
        }
    }

    /// What the venue file says, with what the command line says put over it.
    func merged(_ file: VenueFile) -> VenueFile {
        var file = file
        if let seed { file.seed = seed }
        file.impairment = merged(file.impairment)
        for index in file.channels.indices {
            file.channels[index].impairment = merged(file.channels[index].impairment)
        }
        return file
    }

    private func merged(_ words: VenueImpairment) -> VenueImpairment {
        var words = words
        if let loss = impairment.loss {
            words.loss = loss
            words.burst = impairment.burst ?? 1
        }
        words.duplicate = impairment.duplicate ?? words.duplicate
        words.reorder = impairment.reorder ?? words.reorder
        words.jitterMs = impairment.jitterMs ?? words.jitterMs
        return words
    }
}
