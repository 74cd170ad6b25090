import Bytes
import CaptureFormats
import NetworkFormats
import PacketIO
import Testing
import Timing

@Suite("Limits of a recording")
struct RecordLimitTests {
    @Test(
        "are read as people write them",
        arguments: [
            ("1M", 1 << 20, nil), ("1048576", 1 << 20, nil), ("2048K", 2 << 20, nil), ("3g", 3 << 30, nil),
            ("500M,60", 500 << 20, 60), ("1G,1", 1 << 30, 1),
        ] as [(String, Int64, Int64?)])
    func forms(text: String, bytes: Int64, seconds: Int64?) {
        let limit = RecordLimit(parsing: text)
        #expect(limit == RecordLimit(bytes: bytes, duration: seconds.map { StreamDuration(seconds: $0) }))
    }

    @Test(
        "are refused when they mean nothing or too little",
        arguments: [
            "", "M", "0", "1K", "1023K", "1M,", "1M,0", "1M,-1", "1M,5,6", "-1M", "+1M", " 1M", "1 M", "1T", "1.5G",
            "99999999999999999999", "9223372036854775807G", ",5", "1M,x",
        ])
    func mistakes(text: String) { #expect(RecordLimit(parsing: text) == nil) }

    /// Blocks are 28 + 28 + 1 316 + 4 = 1 376 bytes, those around them less than 1 024 together: 761 in 1 MiB, 254 kept
    /// by time.
    @Test("begin the next file at the size, and each file is whole")
    func size() throws {
        try Recordings.inFolder { folder in
            let datagrams = RandomDatagrams(steady: 2_000)
            let recorder = try CaptureRecorder(
                opening: folder + "/venue.pcapng", limit: RecordLimit(bytes: 1 << 20))
            datagrams.record(into: recorder.record)
            let facts = recorder.finish(at: datagrams.end)
            #expect(facts.datagrams == 2_000 && facts.files == 3 && facts.failure == nil)
            let parts = try ["venue.2.pcapng", "venue.1.pcapng", "venue.pcapng"].map { try Reading(folder + "/" + $0) }
            #expect(parts.flatMap(\.taken.payloads) == datagrams.payloads)
            #expect(parts.flatMap(\.taken.times) == datagrams.headers.map(\.time.nanoseconds))
            #expect(parts.map(\.taken.headers.count) == [761, 761, 478])
            #expect(parts.allSatisfy { $0.bytesRead <= 1 << 20 && $0.facts.cut == nil })
            // Each ends when the next one begins, the last one at the end.
            #expect(
                parts.map(\.endTime)
                    == [datagrams.headers[761].time, datagrams.headers[1_522].time, datagrams.end])
        }
    }

    @Test("begin the next file after the time")
    func time() throws {
        try Recordings.inFolder { folder in
            let datagrams = RandomDatagrams(steady: 100, interval: 30_000_000)
            let recorder = try CaptureRecorder(
                opening: folder + "/venue", limit: RecordLimit(bytes: 1 << 30, duration: StreamDuration(seconds: 1)))
            datagrams.record(into: recorder.record)
            recorder.finish(at: datagrams.end)
            // 34 datagrams lie within a second: 33 steps of 30 ms.
            #expect(try Reading(folder + "/venue.2").taken.headers.count == 34)
            #expect(try Reading(folder + "/venue.1").taken.headers.count == 34)
            #expect(try Reading(folder + "/venue").taken.headers.count == 32)
        }
    }

    @Test("keep nine files beside the current one")
    func bounded() throws {
        try Recordings.inFolder { folder in
            let datagrams = RandomDatagrams(steady: 300, interval: 100_000_000)
            let recorder = try CaptureRecorder(
                opening: folder + "/venue.pcapng",
                limit: RecordLimit(bytes: 1 << 20, duration: StreamDuration(seconds: 1)))
            datagrams.record(into: recorder.record)
            #expect(recorder.finish(at: datagrams.end).files == 30)
            #expect(try Recordings.names(in: folder).count == 10)
            #expect(
                try Reading(folder + "/venue.9.pcapng").taken.times.first == datagrams.headers[200].time.nanoseconds)
        }
    }
}
