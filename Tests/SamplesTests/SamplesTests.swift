import Foundation
import TestSupport
import Testing
import Timing
import VenueSimulator

/// Each sample program on a recorded venue.
@Suite("Sample programs")
struct SamplesTests {
    struct Case: Sendable {
        var program: String
        var input = ""
        /// What it must write, each somewhere.
        var wanted: [String]
    }

    static let cases = [
        Case(program: "StartTheSDK", wanted: ["started, service"]),
        Case(program: "SetTheLogLevel", wanted: ["logging at DEBUG", "StadiumVisionMobile INFO: started"]),
        Case(
            program: "VideoChannelList",
            wanted: ["video channels: Main Camera, Sideline, Goal Line, High Wide", "now: Main Camera, Sideline"]),
        Case(
            program: "PresentVideoChannels",
            wanted: ["4 video channels", "  1. Main Camera (", "kbit/s): The pitch from the stand", "Demo Arena"]),
        Case(
            program: "PlayVideoChannel",
            wanted: [
                "Selected Video Channel = Main Camera", "### VIDEO PLAYER: PLAYING Main Camera", "a picture is shown",
                "### VIDEO PLAYER: STOPPED Main Camera",
            ]),
        Case(
            program: "SeekWithinTheBuffer",
            wanted: ["ms are kept", "rewound: ", "forward: ", "absolute: ", "live: 0 ms behind live"]),
        Case(program: "DataChannelList", wanted: ["data channels: scores, alerts"]),
        Case(
            program: "ObserveDataChannel",
            wanted: ["onData callback: channelName = scores, data = {\"home\":\"Harbour\""]),
        Case(program: "SDKVersion", wanted: ["StadiumVision Mobile ", "device "]),
        Case(program: "ShutDownTheSDK", wanted: ["*** SERVICE STATE: UP", "SERVICE DOWN: SVM SDK was stopped"]),
        Case(
            program: "FileChannels",
            wanted: [
                "file channels: programme", "onFile callback: channelName = programme, uri = line-ups/harbour.txt",
                "table of programme: line-ups/harbour.txt, complete true", "  lies at /",
            ]),
        Case(
            program: "DemoPlayer", input: "w\n\n1\nw\nw\nr\nt\nl\ns\np\nw\n2\nw\nc\nq\n",
            wanted: [
                "  1  Main Camera  The pitch from the stand", "Selected Video Channel = Main Camera",
                "### VIDEO PLAYER: OPEN Main Camera", "### VIDEO PLAYER: PLAY Main Camera", "pictures of ",
                "### VIDEO PLAYER: REWIND Main Camera", "announcementsReceived", "session_link_indicator",
                "Wi-Fi: none",
                "### VIDEO PLAYER: LIVE Main Camera", "### VIDEO PLAYER: STOP Main Camera", "[b] Back",
                "### VIDEO PLAYER: CLOSE Main Camera", "### VIDEO PLAYER: PLAY Sideline", "data on scores: {",
                "*** SERVICE STATE: UP", "###### Venue Connection Updated: INSIDE",
            ]),
    ]

    @Test("A1-A4, A6, A8, A10, A11, C12: do what they show, on a recorded venue")
    func show() throws {
        let folder = try SampleFolder()
        let running = try Self.cases.map { ($0, try folder.start($0.program, seconds: 2, input: $0.input)) }
        for (example, program) in running {
            var said = try program.finish()
            // A busy machine may need longer than the first time allows.
            if !example.wanted.allSatisfy({ said.contains($0) }) {
                said = try folder.start(example.program, seconds: 8, input: example.input).finish()
            }
            for wanted in example.wanted {
                #expect(said.contains(wanted), "\(example.program) lacks \(wanted):\n\(said)")
            }
        }
    }

    @Test("A9: the demo player dismisses a channel that is withdrawn, and says that the service is down")
    func withdrawn() throws {
        let folder = try SampleFolder(withdrawn: true)
        let said = try folder.start("DemoPlayer", seconds: 1, input: "w\n1\nw\nw\nw\nw\nw\n\nq\n").finish()
        for wanted in [
            "Current channel is no longer valid: dismissing video view controller", "no video channels",
            "SERVICE DOWN: No valid licensed SVM channels available", "The service is not available now.",
        ] { #expect(said.contains(wanted), "lacks \(wanted):\n\(said)") }
    }

    @Test("a sample without a configuration says what is missing, and fails")
    func unconfigured() throws {
        let folder = try SampleFolder(configuration: "{}")
        let said = try folder.start("StartTheSDK", seconds: 1, input: "").finish(status: 1)
        #expect(said.contains("venueName"))
    }
}

/// A folder with a recorded venue and its configuration.
final class SampleFolder {
    private let folder: String

    init(withdrawn: Bool = false, configuration: String? = nil) throws {
        folder = NSTemporaryDirectory() + "svm-samples-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let usual = """
            {"license": {"venueName": "Demo Arena", "contentOwner": "stadium-replay", "appDeveloper": "stadium-replay"},
             "source": {"capture": "venue.pcapng"}}
            """
        try Data((configuration ?? usual).utf8).write(to: URL(filePath: folder + "/recorded.cfg"))
        guard configuration == nil else { return }
        var spec = NativeVenueSpec.demo(
            mainCamera: try LoopMaterial(DemoFile.bytes("main-camera.ts")),
            sideline: try LoopMaterial(DemoFile.bytes("sideline.ts")), start: VenueSpec.customaryStart,
            duration: StreamDuration(seconds: withdrawn ? 3 : 12))
        spec.period = StreamDuration(milliseconds: 250)
        var venue = NativeVenue(spec)
        _ = FileManager.default.createFile(atPath: folder + "/venue.pcapng", contents: nil)
        let file = try FileHandle(forWritingTo: URL(filePath: folder + "/venue.pcapng"))
        try venue.write { (chunk: borrowing [UInt8]) in try file.write(contentsOf: Data(copy chunk)) }
        try file.close()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Starts a program with all of its input.
    func start(_ program: String, seconds: Int, input: String) throws -> RunningSample {
        try RunningSample(program, seconds: seconds, input: input, folder: folder)
    }
}

/// A sample program at work, and what it writes to either output.
final class RunningSample {
    struct Failure: Error { var text: String }

    private let program: String
    private let process = Process()
    private let output: String

    init(_ program: String, seconds: Int, input: String, folder: String) throws {
        let products = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent()
        self.program = program
        output = folder + "/" + UUID().uuidString
        _ = FileManager.default.createFile(atPath: output, contents: nil)
        let writing = try FileHandle(forWritingTo: URL(filePath: output))
        let reading = Pipe()
        process.executableURL = products.appending(path: program)
        process.arguments = ["\(seconds)"]
        process.environment = ["SVM_CONFIG": folder + "/recorded.cfg", "XDG_STATE_HOME": folder, "HOME": folder]
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = reading
        process.standardOutput = writing
        process.standardError = writing
        try process.run()
        try reading.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try reading.fileHandleForWriting.close()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Waits for the end, at most a minute, and gives what was written.
    func finish(status: Int32 = 0) throws -> String {
        let end = Date().addingTimeInterval(60)
        while process.isRunning, Date() < end { usleep(20_000) }
        let said = try String(contentsOfFile: output, encoding: .utf8)
        guard !process.isRunning else { throw Failure(text: "\(program) did not end in a minute; it wrote:\n\(said)") }
        guard process.terminationStatus == status else {
            throw Failure(text: "\(program) ended with status \(process.terminationStatus); it wrote:\n\(said)")
        }
        return said
    }
}
