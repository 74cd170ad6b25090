import ClipSupport
import History
import NetworkFormats
import Pipeline
import Testing
import Timing
import TransportStream
import VenueSimulator

@testable import Clips

@Suite("Plans of MP4 clips as received")
struct ReceivedPlanTests {
    @Test("have the cut points of repaired ones, and leave out what rebuilt packets touch, but never the first sample")
    func leftOut() throws {
        let stream = try RepairTests.stream(loss: .bernoulli(0.02))
        let pictures = stream.pictures
        var leftOut = 0
        for first in stride(from: 40, to: pictures.count - 80, by: 13) {
            var request = stream.request(first, 60)
            let repaired = try MoviePlanTests.plan(stream, request)
            request.content = .received
            let received = try MoviePlanTests.plan(stream, request)
            MoviePlanTests.check(received)
            // Where the random access point is touched, decoding starts at an earlier one; where there is none, later.
            if received.facts.isClipped { continue }
            #expect(received.facts.start == repaired.facts.start && received.duration == repaired.duration)
            #expect(received.facts.entityTag != repaired.facts.entityTag)
            let samples = received.tracks[0].samples
            #expect(
                samples.allSatisfy { sample in
                    stream.history.isReceived(PlacedUnit(indexed: sample.unit, chunk: sample.chunk))
                })
            let kept = Set(samples.map(\.unit.unit.start))
            let missing = repaired.tracks[0].samples.filter { !kept.contains($0.unit.unit.start) }
            leftOut += missing.count
            #expect(
                missing.allSatisfy { sample in
                    !stream.history.isReceived(PlacedUnit(indexed: sample.unit, chunk: sample.chunk))
                })
            // The sample before lasts until the next.
            #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.dts + $0.duration == $1.dts })
        }
        #expect(leftOut > 10)
    }
}
