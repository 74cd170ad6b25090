import Foundation
import TestSupport
import Testing
import Timing

@testable import StadiumVisionSDK

@Suite("A source that is no capture, or a broken one")
struct HostileCaptureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Words of the sentence, beside the path.
        var words: String
        /// Makes it below a folder and gives its path.
        var make: @Sendable (HostileFolder) throws -> String

        init(_ name: String, _ words: String, _ make: @escaping @Sendable (HostileFolder) throws -> String) {
            (testDescription, self.words, self.make) = (name, words, make)
        }

        init(_ name: String, _ words: String, bytes: [UInt8]) {
            self.init(name, words) { try $0.file("a.pcapng", bytes) }
        }
    }

    /// A section header as it should be (pcapng, section 4.1), but for the block's length.
    private static func section(length: [UInt8]) -> [UInt8] {
        [0x0a, 0x0d, 0x0d, 0x0a] + length + [0x4d, 0x3c, 0x2b, 0x1a, 1, 0, 0, 0] + [UInt8](repeating: 0xff, count: 8)
            + [28, 0, 0, 0]
    }

    private static var noise: [UInt8] {
        var generator = SeededGenerator(seed: 7)
        return (0..<4_096).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    static let refused = [
        Case("random bytes", "is no capture, it looks like unknown data", bytes: noise),
        Case("an empty file", "is empty", bytes: []),
        Case("words", "is no capture, it looks like text", bytes: Array("nothing that was captured".utf8)),
        Case("three bytes", "is no capture", bytes: [0x0a, 0x0d, 0x0d]),
        Case("a folder", "is a folder") { $0.path },
        Case("nothing", "No such file") { $0.path + "/none.pcap" },
        Case("a path through a file", "Not a directory") { try $0.file("a", [1]) + "/b.pcap" },
        Case("a name of 300 letters", "File name too long") { $0.path + "/" + String(repeating: "n", count: 300) },
        Case("a link to itself", "symbolic links") { folder in
            let link = folder.path + "/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
            return link
        },
        Case("a section of 4 GiB", "nothing could be read", bytes: section(length: [0xff, 0xff, 0xff, 0xff])),
        Case("a section of 2 GiB", "nothing could be read", bytes: section(length: [0xfc, 0xff, 0xff, 0x7f])),
        Case("a section without length", "nothing could be read", bytes: section(length: [0, 0, 0, 0])),
        Case("a section of 29 bytes", "nothing could be read", bytes: section(length: [29, 0, 0, 0])),
        // A pcap file whose first record says 4 GiB (draft-ietf-opsawg-pcap, section 5).
        Case(
            "a record of 4 GiB", "nothing could be read",
            bytes: [0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 4, 0, 1, 0, 0, 0]
                + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xff, count: 8) + [1, 2, 3]),
        Case("the start of gzip", "gzip, but the compressed file ends early", bytes: [0x1f, 0x8b, 8, 0, 0]),
    ]

    @Test("start refuses it in one sentence that names it, and nothing runs", arguments: refused)
    func refuses(_ example: Case) throws {
        let folder = try HostileFolder()
        let path = try example.make(folder)
        let sdk = TestSDK(recording: path)
        let status = sdk.svm.start()
        let sentence = status.errorString ?? ""
        #expect(!status.isOk && sentence.contains(path) && sentence.contains(example.words), "\(sentence)")
        #expect(!sentence.contains("\n") && sentence.utf8.count < 1_000)
        #expect(sdk.svm.getServiceState() == kSVMServiceStateDown)
        #expect(sdk.svm.getServiceDownReasons() == kSVMServiceDownReasonSDKNotRunning)
        #expect(sdk.svm.getVideoChannelListArray().isEmpty && !sdk.svm.isConnectedToVenue())
        #expect(sdk.said(path).count == 1, "\(sdk.log.all)")
    }

    @Test("a file that may not be read is refused, and a better one is taken then")
    func unreadable() throws {
        let folder = try HostileFolder()
        let path = try folder.file("a.pcapng", [1])
        #expect(chmod(path, 0) == 0)
        let sdk = TestSDK(recording: path)
        let sentence = sdk.svm.start().errorString ?? ""
        // To the superuser it can be read, and is no capture.
        #expect(sentence.contains(geteuid() == 0 ? "is no capture" : "Permission denied"), "\(sentence)")
        try TestVenue().write(to: folder.path + "/b.pcapng", cut: StreamDuration(seconds: 2))
        #expect(sdk.svm.setConfig(["source": ["capture": folder.path + "/b.pcapng"]]).isOk)
        #expect(sdk.svm.start().isOk)
        #expect(sdk.endsUp())
    }

    @Test("a pipe that nobody writes to, and devices, hold neither start nor shutdown", arguments: ["", "/dev/null"])
    func pipes(_ device: String) throws {
        let pipe = NamedPipe()
        let path = device.isEmpty ? pipe.path : device
        let sdk = TestSDK(recording: path)
        #expect(sdk.svm.start().isOk)
        #expect(sdk.svm.getServiceDownReasons() == kSVMServiceDownReasonNoChannels)
        if !device.isEmpty {
            #expect(sdk.witness.lines.wait { _ in sdk.said(path).count == 1 }, "\(sdk.log.all)")
        }
        sdk.svm.shutdown()
        #expect(sdk.svm.getServiceDownReasons() == kSVMServiceDownReasonSDKNotRunning)
    }

    @Test("a pipe brings the venue when somebody writes to it")
    func pipe() throws {
        let folder = try HostileFolder()
        try TestVenue().write(to: folder.path + "/a.pcapng", cut: StreamDuration(seconds: 2))
        let pipe = NamedPipe()
        let sdk = TestSDK(recording: pipe.path)
        #expect(sdk.svm.start().isOk)
        let writer = try #require(pipe.writer())
        // A blocking end: the capture is longer than a pipe's room.
        #expect(fcntl(writer.fileDescriptor, F_SETFL, O_WRONLY) == 0)
        try writer.write(contentsOf: Data(contentsOf: URL(filePath: folder.path + "/a.pcapng")))
        try writer.close()
        #expect(sdk.endsUp())
    }

    /// What is done to a capture, and what is said of it; block lengths stand four bytes behind a block's type.
    static let damages = [
        Case("cut inside a block", "ends inside") { folder in
            let bytes = try whole(folder)
            return try folder.file("b.pcapng", bytes.dropLast(33))
        },
        Case("noise behind a block", "is damaged") { folder in
            let bytes = try whole(folder)
            return try folder.file("b.pcapng", bytes + noise)
        },
        Case("a block of 4 GiB behind the last", "is damaged") { folder in
            let bytes = try whole(folder)
            return try folder.file("b.pcapng", bytes + [6, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])
        },
        Case("a packet of an interface that is not there", "is damaged") { folder in
            let bytes = try whole(folder)
            let packet: [UInt8] =
                [6, 0, 0, 0, 32, 0, 0, 0] + [0xff, 0xff, 0xff, 0xff] + [UInt8](repeating: 0, count: 16) + [32, 0, 0, 0]
            return try folder.file("b.pcapng", bytes + packet)
        },
        Case("a packet that says it holds 4 GiB", "is damaged") { folder in
            let bytes = try whole(folder)
            let packet: [UInt8] =
                [6, 0, 0, 0, 32, 0, 0, 0] + [UInt8](repeating: 0, count: 12) + [UInt8](repeating: 0xff, count: 8)
                + [32, 0, 0, 0]
            return try folder.file("b.pcapng", bytes + packet)
        },
    ]

    private static func whole(_ folder: HostileFolder) throws -> [UInt8] {
        let path = folder.path + "/whole.pcapng"
        try TestVenue().write(to: path, cut: StreamDuration(seconds: 3))
        return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    @Test("what came before the damage counts, and one sentence says where it ends", arguments: damages)
    func damaged(_ example: Case) throws {
        let folder = try HostileFolder()
        let sdk = TestSDK(recording: try example.make(folder))
        #expect(sdk.svm.start().isOk)
        #expect(sdk.endsUp())
        #expect(sdk.said("b.pcapng").count == 1 && sdk.said("b.pcapng").allSatisfy { $0.contains(example.words) })
    }

    /// Forty captures; more under SVM_SOAK, which `make soak` sets.
    private static let rounds: UInt64 = ProcessInfo.processInfo.environment["SVM_SOAK"] == nil ? 40 : 4_000

    @Test("whatever is broken in a capture, start and shutdown return, and what is said is a sentence")
    func mutated() throws {
        let folder = try HostileFolder()
        let whole = try Self.whole(folder)
        for seed in 0..<Self.rounds {
            var generator = SeededGenerator(seed: seed)
            // Near the beginning, so that announcements, tables and headers are among what is broken.
            let start = Int.random(in: 0..<40_000, using: &generator)
            let piece = Array(whole[start..<min(whole.count, start + 600)])
            let bytes =
                whole[..<start] + Mutation.mutated(piece, with: &generator) + whole.dropFirst(start + piece.count)
            let sdk = TestSDK(recording: try folder.file("b.pcapng", bytes))
            let status = sdk.svm.start()
            if status.isOk {
                #expect(sdk.ends(), "seed \(seed)")
            } else {
                #expect(status.errorString?.contains("b.pcapng") == true, "seed \(seed)")
            }
            sdk.svm.shutdown()
            #expect(sdk.svm.getServiceDownReasons() == kSVMServiceDownReasonSDKNotRunning, "seed \(seed)")
            #expect(sdk.said("b.pcapng").count <= 1, "seed \(seed): \(sdk.log.all)")
        }
    }
}
