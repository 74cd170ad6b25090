import Foundation
import TestSupport
import Testing

@Suite("svmreplayd and named pipes that nobody writes to")
struct NamedPipeStopTests {
    private static let common = ["--listen", "127.0.0.1:0", "--interface", "lo", "--no-sap"]

    @Test("SIGTERM ends it in good order while it waits", arguments: ["--rerun", "--config", "--token-file"])
    func ends(_ option: String) throws {
        let pipe = NamedPipe()
        let run = try ToolRun("svmreplayd", Self.common + [option, pipe.path])
        let program = run.program()
        #expect(pipe.isHeld(by: program))
        #expect(run.stop() == 0, "\(run.said)")
        if option != "--rerun" {
            #expect(run.said.contains("cannot read \(pipe.path): the program was told to end before"))
        }
    }

    @Test("SIGTERM ends it in good order while it reads its settings again")
    func rereads() throws {
        let pipe = NamedPipe()
        let settings = pipe.path + ".json"
        defer { unlink(settings) }
        try Data(#"{"history":{"seconds":10}}"#.utf8).write(to: URL(filePath: settings))
        let run = try ToolRun("svmreplayd", Self.common + ["--config", settings])
        let program = run.program()
        #expect(run.says("The replay desk is at"))
        #expect(rename(pipe.path, settings) == 0)
        kill(program, SIGHUP)
        #expect(NamedPipe.isHeld(settings, by: program))
        #expect(run.stop() == 0, "\(run.said)")
        #expect(run.said.contains("settings stay as they were: cannot read \(settings)"))
    }

    @Test("it takes the settings and the capture of those who write later")
    func later() throws {
        let (settings, capture) = (NamedPipe(), NamedPipe())
        let run = try ToolRun(
            "svmreplayd", Self.common + ["--config", settings.path, "--rerun", capture.path, "--pace", "fast"])
        let writer = try #require(settings.writer())
        try writer.write(contentsOf: Data(#"{"history":{"seconds":10},"nonsense":1}"#.utf8))
        try writer.close()
        #expect(run.says("nonsense"))
        let sender = try #require(capture.writer())
        try sender.write(contentsOf: Data("no capture".utf8))
        try sender.close()
        #expect(run.says("\(capture.path) is no capture"))
        #expect(run.stop() == 0, "\(run.said)")
    }
}
