import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import Synchronization
import TestSupport
import Testing
import Timing

@testable import PacketIO

/// Disks that are full: the limit of a file's size, which the kernel keeps to the byte, and a small file system.
@Suite("Capture recorder on a full disk")
struct RecorderDiskTests {
    /// Every limit cuts the last block at another byte.
    @Test("leaves a file that can be read, and counts that add up")
    func sizeLimit() async throws {
        await #expect(processExitsWith: .success) {
            for limit in stride(from: 2_000, to: 4_900, by: 37) {
                try Recordings.inFolder { folder in
                    Self.limitFileSize(to: UInt(limit))
                    let path = folder + "/venue.pcapng"
                    let datagrams = RandomDatagrams(steady: 20, length: 300)
                    let recorder = try CaptureRecorder(opening: path)
                    datagrams.record(into: recorder.record)
                    let facts = recorder.finish(at: datagrams.end)
                    #expect(facts.datagrams + facts.missed == 20 && facts.missed > 0 && facts.failure != nil)
                    let reading = try Reading(path)
                    #expect(reading.facts.cut == nil && reading.bytesRead <= limit)
                    let kept = reading.taken.headers.count
                    // Section header 60 bytes, interface 32, blocks of 28 + 28 + 300 + 4.
                    #expect(kept == Int(facts.datagrams) && kept == (limit - 92) / 360)
                    #expect(reading.taken.headers == Array(datagrams.headers.prefix(kept)))
                    // Either the end fits behind the last block, with all that is missing, or there is none.
                    #expect([0, facts.missed].contains(reading.facts.captureDrops))
                    #expect(reading.facts.commentCount == (reading.facts.captureDrops > 0 ? 1 : 0))
                }
            }
        }
    }

    @Test("goes on when there is room again, and the next datagram says how many are missing")
    func roomAgain() async throws {
        await #expect(processExitsWith: .success) {
            try Recordings.inFolder { folder in
                Self.limitFileSize(to: 1 << 19)
                let path = folder + "/venue.pcapng"
                let said = Mutex<[RecordingNotice]>([])
                let recorder = try CaptureRecorder(
                    opening: path, version: nil, limit: nil, backlogLimit: 2 << 20
                ) { notice in said.withLock { $0.append(notice) } }
                // Two pieces of 1 MiB hold 762 blocks of 1 376 bytes each; the rest finds no room.
                let datagrams = RandomDatagrams(steady: 3_000, interval: 1_000)
                datagrams.record(0..<2_000, into: recorder.record)
                while recorder.facts.failure == nil { usleep(1_000) }
                #expect(recorder.facts.missed == 2_000 - 2 * 762)
                Self.limitFileSize(to: 1 << 30)
                while recorder.facts.datagrams < 2 * 762 { usleep(10_000) }
                datagrams.record(2_000..<3_000, into: recorder.record)
                let facts = recorder.finish(at: datagrams.end)
                #expect(facts.datagrams == 2_524 && facts.missed == 476 && facts.failure == nil)

                let reading = try Reading(path, CaptureOptions(verifyChecksums: true))
                #expect(reading.facts.cut == nil && reading.endTime == datagrams.end)
                #expect(reading.taken.payloads == Array(datagrams.payloads[..<1_524] + datagrams.payloads[2_000...]))
                #expect(reading.taken.headers[1_524].droppedBefore == 476 && reading.facts.captureDrops == 476)
                #expect(
                    reading.facts.comments.map(\.text)
                        == ["476 datagrams are missing before this one: the disk was full or too slow"])
                #expect(reading.facts.comments.map(\.frame) == [1_525])
                #expect(
                    said.withLock { $0 } == [
                        .failing(.cannotWrite(path: path, reason: "File too large")), .goesOn(path: path, missed: 476),
                    ])
            }
        }
    }

    /// 3 MiB, of which 2 MiB are taken at first.
    @Test("goes on when a small file system has room again", .enabled(if: Namespace.canMount))
    func smallDisk() throws {
        try Recordings.inFolder { folder in
            try Namespace.run(withDiskOf: 3 << 20, at: folder) {
                let ballast = folder + "/ballast"
                try Data(count: 2 << 20).write(to: URL(filePath: ballast))
                let path = folder + "/venue.pcapng"
                let recorder = try CaptureRecorder(opening: path)
                let datagrams = RandomDatagrams(steady: 1_400, interval: 1_000)
                datagrams.record(0..<1_000, into: recorder.record)
                recorder.advance(to: datagrams.end + StreamDuration(seconds: 1))
                while recorder.facts.failure == nil { usleep(1_000) }
                #expect(recorder.facts.failure == .cannotWrite(path: path, reason: "No space left on device"))
                // Cut at a whole block, at any moment.
                let cut = try Reading(path)
                #expect(cut.facts.cut == nil && cut.taken.headers.count == Int(recorder.facts.datagrams))
                #expect((1..<1_000).contains(cut.taken.headers.count))
                try FileManager.default.removeItem(atPath: ballast)
                datagrams.record(1_000..<1_400, into: recorder.record)
                let facts = recorder.finish(at: datagrams.end)
                #expect(facts.datagrams == 1_400 && facts.missed == 0 && facts.failure == nil)
                let reading = try Reading(path)
                #expect(reading.taken.payloads == datagrams.payloads && reading.facts.commentCount == 0)
            }
        }
    }

    private static func limitFileSize(to bytes: UInt) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = bytes
        precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
    }
}
