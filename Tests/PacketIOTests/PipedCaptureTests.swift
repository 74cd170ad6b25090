import CaptureFormats
import Dispatch
import Foundation
import NetworkFormats
import TestSupport
import Testing
import Timing

@testable import PacketIO

/// A pipe that a test writes to; its end comes by itself after a while, so that a reader who waits fails and does not hang.
private final class TestPipe: Sendable {
    private static let patience = DispatchTimeInterval.seconds(20)

    private let reading: Int32
    private let writing: Guarded<Int32?>

    init() {
        let pipe = QuietPipe()
        reading = pipe.reading
        writing = Guarded(pipe.writing)
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [weak self] in self?.end() }
    }

    deinit {
        end()
        close(reading)
    }

    var path: String { "/dev/fd/\(reading)" }

    var isOpen: Bool { writing.withLock { $0 != nil } }

    func put(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        writing.withLock { if let end = $0 { precondition(write(end, bytes, bytes.count) == bytes.count) } }
    }

    func end() { if let end = writing.withLock({ $0.take() }) { close(end) } }
}

@Suite("A capture that comes through a pipe")
struct PipedCaptureTests {
    /// Where a capture of `count` bytes with three equal records is cut: in the middle of the third.
    private static func cut(_ count: Int) -> Int {
        count - (count - PCAPWriter(linkType: .ethernet).header().count) / 6
    }

    private static func given(_ capture: inout PacedCapture, into taken: inout Taken) throws -> SourceState {
        try run(&taken, from: &capture)
    }

    @Test("is idle while nothing comes, and goes on with what comes", arguments: Pace.allCases)
    func plain(pace: Pace) throws {
        let bytes = Sample.pcap(at: [0, 0, 0])
        let cut = Self.cut(bytes.count)
        let pipe = TestPipe()
        pipe.put(bytes[..<cut])
        var capture = try PacedCapture(opening: pipe.path, pace: pace)
        var taken = Taken()
        #expect(try Self.given(&capture, into: &taken) == .idle)
        #expect(taken.ordinals == [1, 2])
        capture.wait()
        #expect(try Self.given(&capture, into: &taken) == .idle)
        pipe.put(bytes[cut...])
        #expect(try Self.given(&capture, into: &taken) == .idle)
        #expect(taken.ordinals == [1, 2, 3])
        #expect(pipe.isOpen)
        pipe.end()
        #expect(try Self.given(&capture, into: &taken) == .finished)
        #expect(capture.facts.frames == 3 && capture.facts.cut == nil)
    }

    @Test("is idle while nothing comes that can be inflated", arguments: Pace.allCases)
    func compressed(pace: Pace) throws {
        let bytes = try TemporaryFile.gzip(Sample.pcap(at: [0, 0, 0]))
        let pipe = TestPipe()
        // Eight bytes at the end are the sum and the length (RFC 1952): they bring nothing.
        let cut = bytes.count - 8
        pipe.put(bytes[..<cut])
        var capture = try PacedCapture(opening: pipe.path, pace: pace)
        var taken = Taken()
        for _ in 0..<2 {
            #expect(try Self.given(&capture, into: &taken) == .idle)
            capture.wait()
        }
        for byte in bytes[cut...] {
            pipe.put([byte])
            #expect(try Self.given(&capture, into: &taken) == .idle)
        }
        #expect(taken.ordinals == [1, 2, 3] && pipe.isOpen)
        pipe.end()
        #expect(try Self.given(&capture, into: &taken) == .finished)
        #expect(capture.facts.cut == nil)
    }

    @Test("is waited for by whoever reads it whole")
    func whole() throws {
        let bytes = Sample.pcap(at: [0, 1, 2])
        let pipe = TestPipe()
        let cut = Self.cut(bytes.count)
        pipe.put(bytes[..<cut])
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(30)) {
            pipe.put(bytes[cut...])
            pipe.end()
        }
        let reading = try Reading(pipe.path)
        #expect(reading.taken.ordinals == [1, 2, 3] && reading.facts.cut == nil)
    }
}
