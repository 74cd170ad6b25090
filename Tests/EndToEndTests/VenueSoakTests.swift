import Foundation
import NetworkFormats
import Pipeline
import TestSupport
import Testing
import Timing
import VenueSimulator

@Suite("The embedded venue over a bad network")
struct VenueSoakTests {
    private static let isSoak = ProcessInfo.processInfo.environment["SVM_SOAK"] != nil
    /// A minute of the venue, ten under SVM_SOAK.
    private static let seconds: Int64 = isSoak ? 600 : 60

    /// Three datagrams in a hundred are lost, four in a row on the average.
    private static let bursts = LossModel.gilbertElliott(
        toBad: 0.03 / (4 * 0.97), toGood: 0.25, lossInGood: 0, lossInBad: 1)

    @Test("releases every transport packet as it was sent, or not at all, and holds no more memory in the end")
    func releases() throws {
        var spec = NativeVenueSpec.demo(
            mainCamera: try LoopMaterial(DemoFile.bytes("main-camera.ts")),
            sideline: try LoopMaterial(DemoFile.bytes("sideline.ts")), start: VenueSpec.customaryStart,
            duration: StreamDuration(seconds: Self.seconds))
        for index in spec.channels.indices {
            spec.channels[index].impairment.loss = Self.bursts
            spec.channels[index].impairment.repairLoss = Self.bursts
        }
        let witness = SourceWitness(spec)
        var engine = VenueEngine(output: witness)
        var venue = NativeVenue(spec)
        var ordinal: UInt64 = 0
        var settled = 0
        let half = VenueSpec.customaryStart + StreamDuration(seconds: Self.seconds / 2)
        while let time = venue.nextTime {
            if settled == 0, time >= half { settled = ResidentMemory.bytes }
            venue.next { datagram, payload in
                ordinal += 1
                let length = UInt32(payload.byteCount)
                engine.ingest(
                    DatagramHeader(
                        time: datagram.time, ordinal: ordinal, source: datagram.source,
                        destination: datagram.destination, wireLength: length, storedLength: length, ttl: 1), payload)
            }
        }
        let grown = ResidentMemory.bytes - settled
        engine.finish()
        #expect(witness.complaints == [])
        // Four cameras of 35 datagrams a second and more, each of seven packets.
        #expect(witness.equal > Int(Self.seconds) * 4 * 35 * 7 * 9 / 10)
        #expect(witness.rebuilt > Int(Self.seconds))
        #expect(witness.lost > 0, "one camera is unprotected")
        if Self.isSoak { #expect(grown < 16 << 20, "\(grown) bytes more in the second half") }
    }
}
