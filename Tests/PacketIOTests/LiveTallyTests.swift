import CaptureFormats
import NetworkFormats
import PacketIO
import Testing
import Timing

@Suite("Live tally")
struct LiveTallyTests {
    @Test("tells of a session what its recording tells", arguments: [0, 3_600, 3_601] as [Int64])
    func equals(gap: Int64) throws {
        try Recordings.inFolder { folder in
            var headers = RandomDatagrams(count: 60, seed: 4, longest: 1_400).headers
            for index in 30..<60 { headers[index].time = headers[index].time + StreamDuration(seconds: gap) }
            headers[7].storedLength /= 2
            headers[8].wireLength += 9
            let recorder = try CaptureRecorder(opening: folder + "/venue.pcapng")
            var tally = LiveTally()
            for header in headers {
                let payload = [UInt8](repeating: 1, count: Int(header.storedLength))
                recorder.record(header, payload.span.bytes)
                tally.count(header)
            }
            recorder.finish(at: headers[59].time)
            let (live, facts) = (tally.facts, try Reading(folder + "/venue.pcapng").facts)
            #expect(live.frames == facts.frames && live.frameBytes == facts.frameBytes)
            #expect(live.firstTime == facts.firstTime && live.lastTime == facts.lastTime)
            #expect(live.captureDrops == facts.captureDrops && live.captureDrops > 0)
            #expect(live.truncatedFrames == facts.truncatedFrames && live.truncatedFrames > 0)
            #expect(live.clockSteps == facts.clockSteps && live.clockStepCount == facts.clockStepCount)
            #expect(live.clockStepCount == (gap > 3_600 ? 1 : 0))
            #expect(live.resolution == facts.resolution && live.skipped.total == facts.skipped.total)
            #expect(live.format.rawValue == "live" && live.file.isEmpty)
        }
    }
}
