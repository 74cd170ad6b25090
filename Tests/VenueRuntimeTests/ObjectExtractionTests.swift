import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import ObjectDelivery
import Reports
import Testing
import Timing
import VenueSimulator

@testable import VenueRuntime

@Suite("Extraction of files and messages")
struct ObjectExtractionTests {
    private static let files: [(uri: String, bytes: [UInt8])] = [
        ("goals/1.bin", StoreSamples.bytes(20_000, seed: 1)), ("file:///team/line-up.txt", Array("1 Ada".utf8)),
        ("../../escape.txt", Array("no".utf8)),
    ]

    private static func folder() throws -> String {
        let path = NSTemporaryDirectory() + "svm-extract-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        return path
    }

    /// A capture of two rounds of the carousel.
    private static func write(to path: String) throws {
        var carousel = FileCarousel(FileCarousel.Settings(transportSession: 4))
        for file in files {
            carousel.put(CarouselFile(location: file.uri, content: file.bytes), at: VenueSpec.customaryStart)
        }
        let writer = PCAPNGWriter()
        var bytes = writer.sectionHeader(application: "test") + writer.interface(.ethernet)
        while carousel.rounds < 2, let datagram = carousel.next() {
            var frame = ByteWriter()
            UDPFrame.ethernet(
                source: Endpoint(IPAddress(v4: 0x0a01_010a), 5_000),
                destination: Endpoint(IPAddress(v4: 0xef0a_0a04), 5_000), payload: datagram.payload.lent, ttl: 4,
                identification: 1, into: &frame)
            bytes += writer.frame(frame.bytes, at: datagram.time)
        }
        try Data(bytes).write(to: URL(filePath: path))
    }

    private static func names(below path: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { !FileManager.default.isFolder(path + "/" + $0) }.sorted()
    }

    @Test("writes the files of a file channel below its name, and nothing beside it")
    func files() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Self.write(to: folder + "/venue.pcapng")
        for _ in 0..<2 {
            let analysis = CaptureAnalysis(
                options: AnalysisOptions(
                    capturePath: folder + "/venue.pcapng", extraction: Extraction(directory: folder + "/out")))
            let report = try analysis.run { _ in }
            let channel = try #require(report.channels.first { $0.kind == .file })
            let name = FileName.safe(channel.name)
            #expect(
                Self.names(below: folder + "/out") == ["\(name)/goals/1.bin", "\(name)/team/line-up.txt"])
            #expect(
                FileManager.default.contents(atPath: "\(folder)/out/\(name)/goals/1.bin") == Data(Self.files[0].bytes))
            #expect(channel.files?.filter(\.isComplete).count == 2)
            #expect(channel.files?.first { $0.uri == "goals/1.bin" }?.length == 20_000)
        }
        #expect(Self.names(below: folder).count == 3)
    }

    // RFC 4648, section 10, gives base64 of "foobar"; the others by `printf '\xff\x00' | base64`.
    @Test("writes messages one a line, as text or as base64")
    func lines() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = MessageLines(path: folder + "/.part")
        #expect(file.isEmpty)
        let time = StreamTime(nanoseconds: 1_767_225_601_000_000_000)
        for (object, bytes) in [Array("1:0 \"é\"\n".utf8), [0xff, 0x00], []].enumerated() {
            let reason = file.append(.init(object: UInt32(object), first: time, time: time), bytes.span.bytes)
            #expect(reason == nil)
        }
        #expect(file.flush() == nil)
        #expect(file.rename(to: folder + "/scores.jsonl") == nil)
        let text = try String(contentsOfFile: folder + "/scores.jsonl", encoding: .utf8)
        #expect(
            text == """
                {"time":"2026-01-01T00:00:01.000000000Z","toi":0,"text":"1:0 \\"é\\"\\n","bytes":9}
                {"time":"2026-01-01T00:00:01.000000000Z","toi":1,"base64":"/wA=","bytes":2}
                {"time":"2026-01-01T00:00:01.000000000Z","toi":2,"text":"","bytes":0}

                """)
        let gone = MessageLines(path: folder + "/.other")
        _ = gone.append(.init(object: 1, first: time, time: time), RawSpan())
        #expect(gone.flush() == nil)
    }
}

extension FileManager {
    fileprivate func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
