import Foundation
import Testing
import VenueSettings

@testable import svmstreamer

@Suite("svmstreamer as a program")
struct StreamToolTests {
    /// How a run of the program ended.
    private struct Run {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The program lies beside the bundle of the tests.
    private static let path: String = {
        var place = URL(filePath: CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0])
        while place.path().contains(".xctest") { place.deleteLastPathComponent() }
        return place.appending(path: "svmstreamer").path()
    }()

    private static func run(_ arguments: [String], in folder: String? = nil) throws -> Run {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.currentDirectoryURL = folder.map { URL(filePath: $0) }
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // Both are shorter than a pipe's room.
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Run(status: process.terminationStatus, output: text, errors: complaint)
    }

    private static func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "svm-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test("shows its help and its version on standard output")
    func shows() throws {
        let help = try Self.run(["--help"])
        #expect(help.status == 0 && help.errors.isEmpty)
        #expect(help.output == StreamCommand.parser.helpText)
        let version = try Self.run(["--version"])
        #expect(version.status == 0 && version.errors.isEmpty)
        #expect(version.output.hasPrefix("svmstreamer "))
    }

    @Test(
        "refuses in one sentence that names the trouble, with exit status 2",
        arguments: [
            ([], "--venue FILE.json or --capture FILE"), (["--unknown"], "--unknown"),
            (["--venue", "a", "--capture", "b"], "--capture"), (["--capture", "b", "--map", "239.1.1.1=x"], "--map"),
            (["--capture", "b", "--map", "239.1.1.1:1=239.1.1.2:99999"], "--map"),
            (["--venue", "a", "--map", "239.1.1.1:1=239.1.1.2:2"], "--capture FILE"),
            (["--venue", "a", "--ttl", "256"], "--ttl"), (["--venue", "none.json"], "none.json: No such file"),
            (["--venue", "."], "cannot read"), (["--capture", "none.pcap"], "none.pcap"),
            (["--capture", "empty.json"], "empty.json"), (["--venue", "empty.json"], "channels"),
            (["--venue", "broken.json"], "broken.json"),
            (["--venue", "video.json"], "channels[0].ts: cannot read none.ts: No such file"),
            (["--venue", "data.json", "--interface", "nowhere0"], "nowhere0"),
            (["--venue", "data.json", "--write", "none/a.pcapng", "--seconds", "1"], "none/a.pcapng"),
            (
                ["--venue", "data.json", "--write", "data.json", "--seconds", "1"],
                "data.json: it is the venue file itself"
            ),
            (
                ["--venue", "x.truth.json", "--write", "x.pcapng", "--seconds", "1"],
                "x.truth.json: it is the venue file itself"
            ),
        ])
    func refuses(_ arguments: [String], _ words: String) throws {
        try Self.inFolder { folder in
            for (name, text) in [
                ("empty.json", "{}"), ("broken.json", "{"),
                ("video.json", #"{"channels":[{"kind":"video","ts":"none.ts"}]}"#),
                ("data.json", #"{"channels":[{"kind":"data","messages":[]}]}"#),
                ("x.truth.json", #"{"channels":[{"kind":"data","messages":[]}]}"#),
            ] {
                try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
            }
            let run = try Self.run(arguments, in: folder)
            #expect(run.status == 2)
            #expect(run.output.isEmpty)
            #expect(run.errors.hasPrefix("svmstreamer: ") && run.errors.hasSuffix("\n"))
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
            #expect(run.errors.contains(words), "\(run.errors)")
        }
    }

    @Test("writes the same capture and truth file each time, and others for another seed")
    func writes() throws {
        try Self.inFolder { folder in
            let text =
                #"{"channels":[{"kind":"data","messages":[{"atMs":10,"text":"1:0"}],"impairment":{"loss":0.5}}]}"#
            try text.write(toFile: folder + "/v.json", atomically: true, encoding: .utf8)
            for (name, seed) in [("a.pcapng", "1"), ("b.pcapng", "1"), ("c.pcapng", "2")] {
                let run = try Self.run(
                    ["--venue", "v.json", "--seconds", "2", "--write", name, "--seed", seed], in: folder)
                #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            }
            func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: folder + "/" + name)) }
            #expect(try bytes("a.pcapng") == bytes("b.pcapng"))
            #expect(try bytes("a.truth.json") == bytes("b.truth.json"))
            #expect(try bytes("a.pcapng") != bytes("c.pcapng"))
        }
    }

    @Test("sends a venue for as long as it is told to, and a capture to its end, and says how much")
    func sends() throws {
        try Self.inFolder { folder in
            let text = """
                {"announce":{"group":"239.77.6.1","port":42801,"sap":false},
                 "channels":[{"kind":"data","group":"239.77.6.2","port":42802,"messages":[{"atMs":10,"text":"1:0"}]}]}
                """
            try text.write(toFile: folder + "/v.json", atomically: true, encoding: .utf8)
            let live = try Self.run(["--venue", "v.json", "--seconds", "1"], in: folder)
            #expect(live.status == 0)
            #expect(live.errors.contains("svmstreamer: sending 1 channels through lo, announced to 239.77.6.1:42801"))
            #expect(live.errors.contains("svmstreamer: sent "))
            let written = try Self.run(["--venue", "v.json", "--seconds", "1", "--write", "v.pcapng"], in: folder)
            #expect(written.status == 0)
            let again = try Self.run(
                ["--capture", "v.pcapng", "--map", "239.77.6.2:42802=239.77.6.3:42803"], in: folder)
            #expect(again.status == 0)
            #expect(again.errors.contains("svmstreamer: sent "))
        }
    }
}
