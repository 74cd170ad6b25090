import CaptureFormats
import Dispatch
import Foundation
import NetworkFormats
import TestSupport
import Testing

@testable import PacketIO

@Suite("A capture that comes through a named pipe")
struct NamedPipeTests {
    /// Waits as whoever runs a capture does until it is no longer idle: a pipe's writer needs a moment.
    private static func state(_ capture: inout PacedCapture, _ taken: inout Taken) throws -> SourceState {
        for _ in 0..<400 {
            let state = try run(&taken, from: &capture)
            guard state == .idle else { return state }
            capture.wait()
        }
        return .idle
    }

    @Test("is opened before anybody writes to it, and given when somebody does", arguments: Pace.allCases)
    func later(pace: Pace) throws {
        for bytes in [Sample.pcap(at: [0, 0]), try TemporaryFile.gzip(Sample.pcapng(at: [0, 0]))] {
            let pipe = NamedPipe()
            var capture = try PacedCapture(opening: pipe.path, pace: pace)
            var taken = Taken()
            for _ in 0..<3 {
                #expect(try run(&taken, from: &capture) == .idle)
                capture.wait()
            }
            let writer = try #require(pipe.writer())
            // Byte by byte at first: what it is shows with the fourth.
            for byte in bytes[..<30] {
                try writer.write(contentsOf: [byte])
                #expect(try run(&taken, from: &capture) == .idle)
            }
            try writer.write(contentsOf: bytes[30...])
            try writer.close()
            #expect(try Self.state(&capture, &taken) == .finished)
            #expect(taken.ordinals == [1, 2] && capture.facts.cut == nil && capture.facts.frames == 2)
        }
    }

    @Test(
        "is refused in the words for a file when what comes is no capture",
        arguments: [
            ([], nil), ([0x0a, 0x0d], "2 stray bytes"), (Array("{\"a\":1}".utf8), "JSON"),
            ([0x1f, 0x8b, 8, 0], "gzip, but the compressed file ends early, at byte 4"),
        ] as [([UInt8], String?)])
    func refused(_ bytes: [UInt8], _ looksLike: String?) throws {
        let pipe = NamedPipe()
        for pace in Pace.allCases {
            var capture = try PacedCapture(opening: pipe.path, pace: pace)
            var taken = Taken()
            #expect(try run(&taken, from: &capture) == .idle)
            let writer = try #require(pipe.writer())
            try writer.write(contentsOf: bytes)
            try writer.close()
            let wanted: CaptureFailure =
                looksLike.map { .notACapture(path: pipe.path, looksLike: $0) } ?? .isEmpty(path: pipe.path)
            #expect(throws: wanted) { _ = try Self.state(&capture, &taken) }
        }
    }

    @Test("is waited for by whoever reads it whole")
    func whole() throws {
        let pipe = NamedPipe()
        DispatchQueue.global().async {
            guard let writer = pipe.writer() else { return }
            usleep(30_000)
            try? writer.write(contentsOf: Sample.pcap(at: [0, 1, 2]))
        }
        let reading = try Reading(pipe.path)
        #expect(reading.taken.ordinals == [1, 2, 3] && reading.facts.cut == nil)
    }
}
