import VenueSettings

extension BenchCommand {
    /// Runs the load of clips or one of its hidden parts; nil when `name` is none of them.
    static func clips(_ parsed: ParsedOptions) throws -> Int32? {
        var load = ClipLoad()
        load.channels = try parsed.integer(of: "channels", in: 1...250) ?? load.channels
        load.seconds = try parsed.integer(of: "seconds", in: 1...86_400) ?? load.seconds
        load.rate = try parsed.integer(of: "rate", in: 1...10_000) ?? load.rate
        let words = parsed.operands
        let isGood: Bool
        switch (words.first, words.count) {
        case (ClipLoad.name, 1): isGood = enter(load.arguments(ClipLoad.inside), parsed)
        case (ClipLoad.inside, 1):
            guard IngestBench.prepareNetwork(), let result = load.run() else { return 2 }
            isGood = report(result, parsed)
        case (ClipLoad.cameras, 2): isGood = ClipCameras(channels: load.channels).run(words[1])
        case (ClipLoad.readers, 3):
            guard let port = UInt16(words[1]) else { return 2 }
            let ids = words[2].split(separator: ",").map(String.init)
            isGood = ClipReaders(port: port, channels: ids, rate: load.rate, seconds: load.seconds).run()
        default: return nil
        }
        return isGood ? 0 : 2
    }
}
