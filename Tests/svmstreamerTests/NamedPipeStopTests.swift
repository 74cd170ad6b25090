import Foundation
import TestSupport
import Testing

@Suite("svmstreamer and a capture that comes through a named pipe")
struct NamedPipeStopTests {
    @Test("SIGTERM ends it in good order while nobody writes")
    func ends() throws {
        let pipe = NamedPipe()
        let run = try ToolRun("svmstreamer", ["--capture", pipe.path])
        let program = run.program()
        #expect(pipe.isHeld(by: program))
        #expect(run.stop() == 0, "\(run.said)")
        #expect(run.said.contains("sent 0 datagrams"))
    }

    @Test("what is no capture is refused when it comes")
    func refuses() throws {
        let pipe = NamedPipe()
        let run = try ToolRun("svmstreamer", ["--capture", pipe.path])
        let writer = try #require(pipe.writer())
        try writer.write(contentsOf: Data("no capture".utf8))
        try writer.close()
        #expect(run.wait() == 2)
        #expect(run.said.contains("\(pipe.path) is no capture, it looks like text"))
    }
}
