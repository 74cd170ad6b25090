import Foundation
import Testing
import VenueSimulator

@testable import VenueRuntime

@Suite("Files of a folder")
struct FolderFilesTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "svm-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder + "/sent/deep", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func put(_ text: String, _ path: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test("are those that lie in it, by name, and none that a link, a dot or a pipe leads to")
    func looks() throws {
        try inFolder { folder in
            let sent = folder + "/sent"
            try put("outside", folder + "/secret.txt")
            try put("one", sent + "/b.txt")
            try put("two", sent + "/a..txt")
            try put("three", sent + "/deep/c.txt")
            try put("hidden", sent + "/.hidden")
            let files = FileManager.default
            try files.createSymbolicLink(atPath: sent + "/link.txt", withDestinationPath: folder + "/secret.txt")
            try files.createSymbolicLink(atPath: sent + "/up", withDestinationPath: folder)
            #expect(mkfifo(sent + "/pipe", 0o600) == 0)
            let found = FolderFiles(at: sent)
            #expect(found.entries.map(\.name) == ["a..txt", "b.txt", "deep/c.txt"])
            #expect(found.entries.map(\.size) == [3, 3, 5])
            #expect(
                found.load(from: sent)
                    == [("a..txt", "two"), ("b.txt", "one"), ("deep/c.txt", "three")].map {
                        NativeFile(uri: $0.0, bytes: Array($0.1.utf8))
                    })
        }
    }

    @Test("are other ones when one is new, changed or removed, and not otherwise")
    func changes() throws {
        try inFolder { folder in
            let sent = folder + "/sent"
            try put("one", sent + "/a.txt")
            let first = FolderFiles(at: sent)
            #expect(FolderFiles(at: sent) == first)
            try put("two", sent + "/b.txt")
            let second = FolderFiles(at: sent)
            #expect(second != first && second.entries.count == 2)
            // Of the same length, but another file at another time.
            try put("owt", sent + "/b.txt")
            let third = FolderFiles(at: sent)
            #expect(third != second && third.entries.map(\.size) == second.entries.map(\.size))
            try FileManager.default.removeItem(atPath: sent + "/b.txt")
            #expect(FolderFiles(at: sent) == first)
        }
    }

    @Test("do not lead elsewhere when one becomes a link behind the look, or goes")
    func isNotFooled() throws {
        try inFolder { folder in
            let sent = folder + "/sent"
            try put("outside", folder + "/secret.txt")
            for name in ["a.txt", "b.txt", "c.txt"] { try put("inside", sent + "/" + name) }
            let found = FolderFiles(at: sent)
            try FileManager.default.removeItem(atPath: sent + "/a.txt")
            try FileManager.default.createSymbolicLink(
                atPath: sent + "/a.txt", withDestinationPath: folder + "/secret.txt")
            try FileManager.default.removeItem(atPath: sent + "/b.txt")
            #expect(found.load(from: sent) == [NativeFile(uri: "c.txt", bytes: Array("inside".utf8))])
        }
    }

    @Test("are none of a folder that is not there")
    func missing() {
        #expect(FolderFiles(at: "/nonexistent/folder").entries.isEmpty)
    }
}
