import Bytes
import CaptureFormats
import Foundation
import NetworkFormats
import TestSupport
import Testing
import Timing

@testable import PacketIO

@Suite("Capture recorder")
struct RecorderTests {
    @Test("writes what a capture source reads back as the same datagrams", arguments: 1...6 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        try Recordings.inFolder { folder in
            let path = folder + "/venue.pcapng"
            let datagrams = RandomDatagrams(count: 300, seed: seed)
            let recorder = try CaptureRecorder(opening: path, version: "1.2.3")
            datagrams.record(into: recorder.record)
            let end = datagrams.end + StreamDuration(milliseconds: 1_234)
            recorder.advance(to: end)
            let facts = recorder.finish(at: end)
            #expect(facts.datagrams == 300 && facts.missed == 0 && facts.failure == nil && facts.files == 1)
            #expect(Int(facts.bytes) == (try Data(contentsOf: URL(filePath: path)).count))

            let reading = try Reading(path, CaptureOptions(verifyChecksums: true))
            #expect(reading.taken.headers == datagrams.headers)
            #expect(reading.taken.payloads == datagrams.payloads)
            #expect(reading.taken.advances == [end] && reading.endTime == end)
            #expect(reading.facts.application == "stadium-replay recorder 1.2.3")
            #expect(reading.facts.checksumMismatches == 0 && reading.facts.skipped.total == 0)
            #expect(reading.facts.commentCount == 0 && reading.facts.cut == nil)
            #expect(reading.facts.linkTypeNames == ["RAW"] && reading.facts.resolution == "ns")
        }
    }

    @Test("is a capture without fault for tshark and capinfos", .enabled(if: Recordings.hasTshark))
    func otherReaders() throws {
        try Recordings.inFolder { folder in
            let path = folder + "/venue.pcapng"
            let datagrams = RandomDatagrams(count: 200, seed: 9)
            let recorder = try CaptureRecorder(opening: path)
            datagrams.record(into: recorder.record)
            recorder.finish(at: datagrams.end)
            // Checksum status: 0 bad, 1 good, 2 not verified, 3 not present.
            let lines = try Recordings.output(of: [
                "tshark", "-r", path, "-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE", "-T", "fields",
                "-E", "occurrence=f", "-e", "frame.time_epoch", "-e", "ip.checksum.status", "-e", "udp.checksum.status",
                "-e", "udp.length", "-e", "ip.dsfield.dscp", "-e", "ipv6.tclass.dscp", "-e", "ip.ttl", "-e",
                "ipv6.hlim",
            ]).split(separator: "\n")
            let expected = datagrams.headers.map { header in
                let time = header.time.nanoseconds
                let fraction = String(time % 1_000_000_000)
                let stamp = "\(time / 1_000_000_000)." + String(repeating: "0", count: 9 - fraction.count) + fraction
                let isIPv6 = header.destination.address.isIPv6
                let (dscp, ttl) = ("\(header.dscp)", "\(header.ttl)")
                return [
                    stamp, isIPv6 ? "" : "1", "1", "\(header.wireLength + 8)", isIPv6 ? "" : dscp, isIPv6 ? dscp : "",
                    isIPv6 ? "" : ttl, isIPv6 ? ttl : "",
                ].joined(separator: "\t")
            }
            #expect(lines.map(String.init) == expected)
            let facts = try Recordings.output(of: ["capinfos", "-c", "-E", path])
            #expect(facts.contains("Number of packets:   200") && facts.contains("Raw IP"))
        }
    }

    @Test("writes a second after the first datagram, not only at the end")
    func flushes() throws {
        try Recordings.inFolder { folder in
            let path = folder + "/venue.pcapng"
            let recorder = try CaptureRecorder(opening: path)
            let datagrams = RandomDatagrams(steady: 3)
            datagrams.record(into: recorder.record)
            #expect(try Reading(path).taken.headers.isEmpty)
            recorder.advance(to: datagrams.end + StreamDuration(seconds: 1))
            for _ in 0..<500 where recorder.facts.datagrams < 3 { usleep(10_000) }
            #expect(try Reading(path).taken.headers == datagrams.headers)
            recorder.finish(at: datagrams.end)
        }
    }

    @Test("ends where the venue ended, and at most an hour behind the last datagram", arguments: [0, 7, 3_600, 90_000])
    func end(seconds: Int64) throws {
        try Recordings.inFolder { folder in
            let path = folder + "/venue.pcapng"
            let recorder = try CaptureRecorder(opening: path)
            let datagrams = RandomDatagrams(steady: 2)
            datagrams.record(into: recorder.record)
            recorder.finish(at: datagrams.end + StreamDuration(seconds: seconds))
            #expect(try Reading(path).endTime == datagrams.end + StreamDuration(seconds: min(seconds, 3_600)))
        }
    }

    @Test("keeps its end when it is let go without one")
    func letGo() throws {
        try Recordings.inFolder { folder in
            let path = folder + "/venue.pcapng"
            var recorder: CaptureRecorder? = try CaptureRecorder(opening: path)
            let datagrams = RandomDatagrams(steady: 2)
            datagrams.record { recorder?.record($0, $1) }
            let end = datagrams.end + StreamDuration(milliseconds: 70)
            recorder?.advance(to: end)
            recorder = nil
            #expect(try Reading(path).endTime == end)
        }
    }

    @Test("keeps a truncated datagram's length on the wire")
    func truncated() throws {
        try Recordings.inFolder { folder in
            let path = folder + "/venue.pcapng"
            var header = RandomDatagrams(steady: 1).headers[0]
            header.storedLength = 100
            let recorder = try CaptureRecorder(opening: path)
            recorder.record(header, [UInt8](repeating: 3, count: 100).lent)
            recorder.finish(at: header.time)
            let reading = try Reading(path)
            #expect(reading.taken.headers == [header] && reading.facts.truncatedFrames == 1)
        }
    }

    @Test("puts earlier recordings aside, and keeps nine of them")
    func earlier() throws {
        try Recordings.inFolder { folder in
            for count in 1...12 {
                let recorder = try CaptureRecorder(opening: folder + "/a.b.pcapng")
                RandomDatagrams(steady: count).record(into: recorder.record)
                recorder.finish(at: Sample.time(1))
            }
            // The twelfth is current, the eleventh the newest of the earlier ones.
            let names = ["a.b.pcapng"] + (1...9).map { "a.b.\($0).pcapng" }
            #expect(try Recordings.names(in: folder) == names.sorted())
            for (place, name) in names.enumerated() {
                #expect(try Reading(folder + "/" + name).taken.headers.count == 12 - place)
            }
        }
    }

    @Test("opens no folder, link, pipe, nor what it may not write; and says so")
    func refusals() throws {
        try Recordings.inFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/d", withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(atPath: folder + "/l", withDestinationPath: folder + "/t")
            #expect(mkfifo(folder + "/p", 0o666) == 0)
            func refusal(_ path: String) -> String? {
                do throws(RecorderFailure) {
                    _ = try CaptureRecorder(opening: path)
                    return nil
                } catch { return error.description.replacing(folder, with: "F") }
            }
            #expect(refusal(folder + "/d") == "cannot record to F/d: it is a folder; name a file in it")
            #expect(refusal(folder + "/d/") == "cannot record to F/d/: it is a folder; name a file in it")
            #expect(
                refusal(folder + "/l")
                    == "cannot record to F/l: it is a symbolic link; name the file that it points to")
            #expect(refusal(folder + "/p") == "cannot record to F/p: it is no regular file; name a file on a disk")
            #expect(refusal(folder + "/x/y") == "cannot record to F/x/y: No such file or directory")
            #expect(try Recordings.names(in: folder) == ["d", "l", "p"])
        }
    }
}
