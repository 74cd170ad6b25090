import Glibc
import HTTPServing
import NetworkFormats
import ReplayService
import Session
import Storage
import Terminal
import VenueRuntime
import VenueSettings

/// The program: options in, a server until it is told to stop, an exit status.
struct ReplayTool {
    /// Exit statuses.
    enum Status {
        static let stopped: Int32 = 0
        static let impossible: Int32 = 2
    }

    /// How long running answers may take when the server ends.
    private static let grace = Duration.seconds(5)
    /// The longest token file, in bytes.
    private static let tokenFileLimit = 1 << 20

    private let arguments: [String]
    let console = Console(tool: "svmreplayd")

    /// The arguments without the program's name.
    init(arguments: [String]) { self.arguments = arguments }

    /// Does the work and gives the exit status; errors are one line on standard error.
    func run() -> Int32 {
        do {
            return try serve()
        } catch {
            console.say("\(error)")
            let isStop = (error as? FileFailure)?.isStop ?? false
            return isStop ? Status.stopped : Status.impossible
        }
    }

    private func serve() throws -> Int32 {
        let parsed = try ReplayCommand.parser.parse(arguments)
        switch parsed.request {
        case .help: return try show(ReplayCommand.parser.helpText)
        case .version: return try show(ReplayCommand.parser.versionText)
        case nil: break
        }
        // From here on a signal waits until the server can end as it should.
        let signals = SignalWatch()
        let command = try ReplayCommand(parsed)
        let configuration = command.merged(try ConfigurationFile.read(command.configuration, console: console))
        try checkAccess(command)
        let files = try receivedFiles(command, configuration)
        let console = console
        let log = ServiceLog { console.say($0) }
        let venue = try LiveVenue(options: options(command, configuration, files.store, log))
        let session = session(command, configuration, venue)
        let reporter = try ReporterStore(
            path: files.reporterPath,
            limits: ReporterLimits(retentionDays: configuration.reporter.retentionDays), log: { log.say($0) })
        var shown = try serviceOptions(command, configuration, log)
        shown.reporter = reporter
        shown.clips = try savedClips(command, log)
        let service = ReplayService(venue: venue, session: session, options: shown)
        let server = try HTTPServer(options: try serverOptions(command, log), handler: service)
        let demo =
            command.isDemo
            ? try DemoVenue.make(
                announcements: Endpoint(configuration.announcements.group, configuration.announcements.port)) : nil
        venue.start()
        service.start()
        try demo?.start()
        announce(command, port: server.port)
        wait(signals, command, service)
        demo?.stop()
        server.stop(grace: Self.grace)
        service.stop()
        session.shutdown()
        let recording = venue.stop()
        reporter.stop()
        files.stop()
        if let recording { console.say(recording.sentence) }
        return Status.stopped
    }

    private func show(_ text: String) throws -> Int32 {
        try OutputFile.write(text, to: nil)
        return Status.stopped
    }

    /// Somebody who may be anybody must not look into a venue by accident.
    private func checkAccess(_ command: ReplayCommand) throws {
        let listen = command.listen.text
        guard !command.isLoopback, command.tokenFile == nil else { return }
        guard command.isOpen else {
            throw FileFailure(
                path: listen, act: "listen on",
                reason: "it can be reached from other machines; give --token-file FILE, or --open-access for everybody")
        }
        console.say("open access: anybody who reaches \(listen) can watch every channel")
    }

    private func receivedFiles(
        _ command: ReplayCommand, _ configuration: VenueConfiguration
    ) throws -> ReceivedFiles {
        let console = console
        var limits = FileStoreLimits()
        if let quota = command.fileQuotaMiB { limits.quota = UInt64(quota) << 20 }
        return try ReceivedFiles(
            command.dataFolder, limits: limits,
            isCapture: command.capture(configuration) != nil, log: { console.say($0) })
    }

    /// Where clips are saved; nil without a folder that stays.
    private func savedClips(_ command: ReplayCommand, _ log: ServiceLog) throws -> ClipStore? {
        guard let folder = command.dataFolder else { return nil }
        var limits = ClipStoreLimits()
        if let quota = command.clipQuotaMiB { limits.quota = quota << 20 }
        if let floor = command.clipFloorMiB { limits.freeSpace = floor << 20 }
        return try ClipStore(path: folder + "/clips", limits: limits, log: { log.say($0) })
    }

    private func options(
        _ command: ReplayCommand, _ configuration: VenueConfiguration, _ files: FileStore, _ log: ServiceLog
    ) -> LiveOptions {
        let source: LiveSource =
            if let path = command.capture(configuration) {
                .capture(path: path, pace: command.pace)
            } else {
                .network(command.network(configuration))
            }
        var options = LiveOptions(
            source: source, configuration: configuration,
            memoryLimit: command.memoryLimitMiB.map { $0 << 20 } ?? LiveOptions.usualMemoryLimit,
            recording: command.recording, files: files, log: { log.say($0) })
        options.trace = { sentence in log.debug { sentence } }
        return options
    }

    func tokens(_ command: ReplayCommand) throws -> Set<String> {
        guard let path = command.tokenFile else { return [] }
        let bytes = try InputFile.bytes(of: path, limit: Self.tokenFileLimit)
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let tokens = lines.compactMap { line -> String? in
            let token = line.split(whereSeparator: \.isWhitespace).first.map(String.init)
            return token?.hasPrefix("#") == true ? nil : token
        }
        guard !tokens.isEmpty else {
            throw FileFailure(path: path, act: "use", reason: "it holds no token; write one a line")
        }
        guard tokens.allSatisfy({ $0.utf8.allSatisfy { 0x21...0x7e ~= $0 } }) else {
            throw FileFailure(path: path, act: "use", reason: "tokens are printable ASCII; it holds something else")
        }
        return Set(tokens)
    }

    private func serverOptions(_ command: ReplayCommand, _ log: ServiceLog) throws -> ServerOptions {
        var options = ServerOptions(address: command.listen)
        options.whenAnswered = { record in log.debug { record.sentence } }
        if let certificate = command.certificate, let key = command.key {
            options.certificate = ServerOptions.Certificate(
                chain: try text(of: certificate), key: try text(of: key))
        }
        return options
    }

    private func text(of path: String) throws -> String {
        String(decoding: try InputFile.bytes(of: path, limit: Self.tokenFileLimit), as: UTF8.self)
    }

    private func announce(_ command: ReplayCommand, port: UInt16) {
        let host = command.listen.host
        let name = host == "0.0.0.0" || host == "::" ? "localhost" : host.contains(":") ? "[\(host)]" : host
        let base = (command.certificate == nil ? "http" : "https") + "://\(name):\(port)"
        var text = "The replay desk is at \(base)/\n"
        if command.isDemo {
            text += """

                Once it has run for some seconds:
                  curl -o clip.ts '\(base)/api/v1/channels/Main%20Camera/clip.ts?last=10s'
                  curl \(base)/hls/Main%20Camera/live.m3u8

                Ctrl-C ends it.

                """
        }
        try? OutputFile.write(text, to: nil)
    }

    /// Follows signals until one says stop.
    private func wait(_ signals: SignalWatch, _ command: ReplayCommand, _ service: ReplayService) {
        while signals.next() == .reread {
            do {
                let configuration = try ConfigurationFile.read(command.configuration, console: console)
                for sentence in try service.follow(configuration) { console.say(sentence) }
                console.say("settings are read again")
            } catch {
                console.say("settings stay as they were: \(error)")
            }
        }
    }
}
