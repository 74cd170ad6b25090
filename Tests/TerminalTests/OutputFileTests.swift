import Foundation
import Testing

@testable import Terminal

@Suite("Report file")
struct OutputFileTests {
    /// A folder of its own, removed when the test ends.
    private final class Folder: Sendable {
        let path: String

        init() throws {
            path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

        func text(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
    }

    @Test("a report replaces the file before it and leaves nothing else behind")
    func replaces() throws {
        let folder = try Folder()
        try OutputFile.write("one\n", to: "\(folder.path)/r.txt")
        try OutputFile.write("two\n", to: "\(folder.path)/r.txt")
        #expect(folder.names == ["r.txt"])
        #expect(folder.text("r.txt") == "two\n")
    }

    @Test("a link still points to the file it names")
    func followsLinks() throws {
        let folder = try Folder()
        try OutputFile.write("one\n", to: "\(folder.path)/r.txt")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/link", withDestinationPath: "\(folder.path)/r.txt")
        try OutputFile.write("two\n", to: "\(folder.path)/link")
        #expect(folder.text("r.txt") == "two\n")
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/link") == "\(folder.path)/r.txt")
    }

    @Test("a full device, an absent folder and a folder are named with the system's reason")
    func failures() throws {
        let folder = try Folder()
        for (path, reason) in [
            ("/dev/full", "No space left on device"), ("\(folder.path)/absent/r", "No such file or directory"),
            (folder.path, "Is a directory"),
        ] {
            #expect(throws: FileFailure(path: path, act: "write", reason: reason)) {
                try OutputFile.write("x", to: path)
            }
        }
        #expect(folder.names.isEmpty)
    }

    @Test("the capture itself is never overwritten, by whatever name")
    func sparesTheInput() throws {
        let folder = try Folder()
        let capture = "\(folder.path)/a.pcap"
        try OutputFile.write("capture", to: capture)
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: capture)
        for output in [capture, "\(folder.path)/link"] {
            #expect(throws: FileFailure.self) { try OutputFile.check(output, isNot: capture) }
        }
        try OutputFile.check("\(folder.path)/new", isNot: capture)
        try OutputFile.check(nil, isNot: capture)
    }

    @Test("what is said on a terminal is one line that cannot steer it")
    func oneLine() {
        #expect(Console.line(of: "a\u{1b}[31m\r\nb\u{202e}") == "a?[31m??b?")
    }

    @Test("a file is read whole up to a limit")
    func reads() throws {
        let folder = try Folder()
        try OutputFile.write("abcdef", to: "\(folder.path)/f")
        #expect(try InputFile.bytes(of: "\(folder.path)/f", limit: 10) == Array("abcdef".utf8))
        #expect(try InputFile.bytes(of: "\(folder.path)/f", limit: 3).count == 4)
        #expect(throws: FileFailure(path: "/absent", act: "read", reason: "No such file or directory")) {
            _ = try InputFile.bytes(of: "/absent", limit: 3)
        }
    }
}
