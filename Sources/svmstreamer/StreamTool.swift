import Glibc
import NetworkFormats
import PacketIO
import Terminal
import Timing
import VenueRuntime
import VenueSettings
import VenueSimulator

/// The program: options in, datagrams or a capture out, an exit status.
struct StreamTool {
    /// Exit statuses.
    enum Status {
        static let done: Int32 = 0
        static let impossible: Int32 = 2
    }

    /// How often it is looked for signals and for the end, in milliseconds.
    private static let nap = 100

    private let arguments: [String]
    private let console = Console(tool: "svmstreamer")

    /// The arguments without the program's name.
    init(arguments: [String]) { self.arguments = arguments }

    /// Does the work and gives the exit status; errors are one line on standard error.
    func run() -> Int32 {
        do {
            return try stream()
        } catch {
            console.say("\(error)")
            return Status.impossible
        }
    }

    private func stream() throws -> Int32 {
        let parsed = try StreamCommand.parser.parse(arguments)
        switch parsed.request {
        case .help: return try show(StreamCommand.parser.helpText)
        case .version: return try show(StreamCommand.parser.versionText)
        case nil: break
        }
        let command = try StreamCommand(parsed)
        switch command.work {
        case .capture(let path): return try send(capture: path, command)
        case .venue(let path):
            let file = command.merged(try read(path))
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            return command.output == nil
                ? try send(file, in: folder, path, command) : try write(file, in: folder, path, command)
        }
    }

    private func show(_ text: String) throws -> Int32 {
        try OutputFile.write(text, to: nil)
        return Status.done
    }

    private func read(_ path: String) throws -> VenueFile {
        let bytes = try InputFile.bytes(of: path, limit: VenueFile.sizeLimit)
        do throws(ConfigurationError) {
            let file = try VenueFile(parsing: bytes)
            for warning in file.warnings { console.say("warning: \(path): \(warning)") }
            return file
        } catch {
            throw FileFailure(path: path, act: "use", reason: "\(error)")
        }
    }

    private func spec(
        _ file: VenueFile, in folder: String, _ path: String, start: StreamTime, seconds: Int?, _ addresses: [IPAddress]
    ) throws -> NativeVenueSpec {
        var loading = VenueLoading(file, in: folder)
        do throws(VenueLoadFailure) {
            return try loading.spec(
                start: start, duration: seconds.map { StreamDuration(seconds: Int64($0)) }, addresses: addresses)
        } catch {
            throw FileFailure(path: path, act: "use", reason: "\(error)")
        }
    }

    private func write(_ file: VenueFile, in folder: String, _ path: String, _ command: StreamCommand) throws -> Int32 {
        guard let output = command.output else { return Status.impossible }
        let name = output.hasSuffix(".pcapng") ? String(output.dropLast(".pcapng".count)) : output
        let truth = name + ".truth.json"
        for written in [output, truth] {
            try OutputFile.check(written, isNot: path, called: "the venue file", option: "--write")
        }
        let spec = try spec(
            file, in: folder, path, start: command.start ?? VenueSpec.customaryStart,
            seconds: command.seconds ?? StreamCommand.usualSeconds, StreamerAddresses(written: file).addresses)
        var venue = NativeVenue(spec, keepsLog: true)
        try OutputFile.write(to: output) { sink throws(FileFailure) in try venue.write(to: sink) }
        try OutputFile.write(venue.truth().jsonText, to: truth)
        return Status.done
    }

    private func send(_ file: VenueFile, in folder: String, _ path: String, _ command: StreamCommand) throws -> Int32 {
        let signals = SignalWatch()
        let places = StreamerAddresses(sending: file, on: command.interface)
        for note in places.notes { console.say("warning: \(note)") }
        let start = command.start ?? StreamTime(nanoseconds: SystemClock().read().realtime)
        let spec = try spec(file, in: folder, path, start: start, seconds: command.seconds, places.addresses)
        let streamer = VenueStreamer(spec, interface: command.interface, timeToLive: command.timeToLive)
        let console = console
        let inputs = StreamerInputs(for: streamer) { console.say($0) }
        try streamer.start()
        inputs.start(file, in: folder)
        console.say(
            "sending \(spec.channels.count) channels through \(command.interface), announced to \(spec.announcements); "
                + "Ctrl-C ends it")
        while !streamer.wait(atMost: StreamDuration(milliseconds: 1)) {
            if signals.next(within: Self.nap) == .stop { break }
        }
        // The deletions go out first: the inputs may be waiting for a server.
        streamer.stop()
        inputs.stop()
        console.say(streamer.counts.sentence)
        return Status.done
    }

    private func send(capture path: String, _ command: StreamCommand) throws -> Int32 {
        let signals = SignalWatch()
        let streamer = CaptureStreamer(
            path: path, map: command.map, interface: command.interface, timeToLive: command.timeToLive)
        try streamer.start()
        console.say("sending \(path) through \(command.interface); Ctrl-C ends it")
        var left = command.seconds.map { $0 * 1_000 / Self.nap }
        while !streamer.wait(atMost: 1), left ?? 1 > 0 {
            if signals.next(within: Self.nap) == .stop { break }
            left = left.map { $0 - 1 }
        }
        streamer.stop()
        if let failure = streamer.failure { throw failure }
        if let cut = streamer.cut { console.say("warning: \(path): \(cut)") }
        console.say(streamer.counts.sentence)
        return Status.done
    }
}
