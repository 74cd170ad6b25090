import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import TestSupport
import Timing

@testable import PacketIO

/// A sink that keeps what it is given.
struct Taken: DatagramSink {
    var headers: [DatagramHeader] = []
    var payloads: [[UInt8]] = []
    var advances: [StreamTime] = []
    var reports: [MembershipReport] = []
    /// How many datagrams came before each report.
    var reportPlaces: [Int] = []
    /// Whether a time or an ordinal ever fell.
    var fell = false

    mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
        if let last = headers.last, header.time < last.time || header.ordinal < last.ordinal { fell = true }
        headers.append(header)
        payloads.append(payload.copied())
    }

    mutating func advance(to time: StreamTime) {
        if let last = headers.last, time < last.time { fell = true }
        advances.append(time)
    }

    mutating func observe(_ report: MembershipReport) {
        reports.append(report)
        reportPlaces.append(headers.count)
    }

    var times: [Int64] { headers.map(\.time.nanoseconds) }
    var ordinals: [UInt64] { headers.map(\.ordinal) }
}

/// All that a capture gives.
struct Reading {
    var taken = Taken()
    var facts: CaptureFacts
    var endTime: StreamTime?
    var bytesRead: Int
    var totalBytes: Int?

    init(
        _ path: String, _ options: CaptureOptions = CaptureOptions(),
        readAheadStart: Int = CaptureSource.readAheadStart
    ) throws {
        var source = try CaptureSource(opening: path, options: options, readAheadStart: readAheadStart)
        let state = try run(&taken, from: &source)
        // A capture never asks to be waited for.
        precondition(state == .finished)
        facts = source.facts
        endTime = source.endTime
        bytesRead = source.bytesRead
        totalBytes = source.totalBytes
    }

    /// Reads a small capture out of a pipe that holds all of it: no disk takes part.
    init(piped bytes: [UInt8]) throws {
        let pipe = QuietPipe()
        precondition(bytes.count < 4_096 && write(pipe.writing, bytes, bytes.count) == bytes.count)
        close(pipe.writing)
        defer { close(pipe.reading) }
        self = try Reading("/dev/fd/\(pipe.reading)")
    }

    init(bytes: [UInt8], _ options: CaptureOptions = CaptureOptions()) throws {
        let file = try TemporaryFile(bytes)
        self = try Reading(file.path, options)
    }
}
