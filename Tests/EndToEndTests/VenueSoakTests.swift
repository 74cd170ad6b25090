import Foundation
import NetworkFormats
import Pipeline
import TestSupport
import Testing
import Timing
import VenueSimulator
import VenueWire

@Suite("The embedded venue over a bad network")
struct VenueSoakTests {
    private static let isSoak = ProcessInfo.processInfo.environment["SVM_SOAK"] != nil
    /// A minute of the venue, ten under SVM_SOAK.
    private static let minutes = isSoak ? 10 : 1
    /// What the process may hold more after the last minute than after the first: 4 of the 190 MB sent in between.
    private static let growthLimit = 4 << 20
    /// What the channels may hold together until it is in order and repaired: of each of the four, four windows of at most
    /// 25 source and 25 repair packets, 1.4 kB each, make 1.1 MB.
    private static let heldLimit = 1_100_000

    /// Three datagrams in a hundred are lost, four in a row on the average.
    private static let bursts = LossModel.gilbertElliott(
        toBad: 0.03 / (4 * 0.97), toGood: 0.25, lossInGood: 0, lossInBad: 1)

    /// The demo, with the same loss for all media and repair packets.
    private static func spec() throws -> NativeVenueSpec {
        var spec = NativeVenueSpec.demo(
            mainCamera: try LoopMaterial(DemoFile.bytes("main-camera.ts")),
            sideline: try LoopMaterial(DemoFile.bytes("sideline.ts")), start: VenueSpec.customaryStart,
            duration: StreamDuration(seconds: Int64(minutes) * 60))
        for index in spec.channels.indices {
            spec.channels[index].impairment.loss = bursts
            spec.channels[index].impairment.repairLoss = bursts
        }
        return spec
    }

    /// What a run used, second by second of stream time.
    private struct Use {
        var datagrams: UInt64 = 0
        /// Memory of the process after each minute.
        var resident: [Int] = []
        /// The most that all channels held together until it was in order.
        var mostHeld = 0
        private var seconds: Int64 = 0

        mutating func take(_ time: StreamTime, of engine: borrowing VenueEngine<SourceWitness>) {
            datagrams += 1
            let passed = (time - VenueSpec.customaryStart).nanoseconds / 1_000_000_000
            guard passed > seconds else { return }
            seconds = passed
            mostHeld = max(mostHeld, engine.snapshot.channels.reduce(0) { $0 + $1.heldBytes })
            if passed % 60 == 0 { resident.append(ResidentMemory.bytes) }
        }
    }

    @Test("releases every transport packet as it was sent, or not at all, and holds no more memory in the end")
    func releases() throws {
        let spec = try Self.spec()
        let witness = SourceWitness(spec)
        var engine = VenueEngine(output: witness)
        var venue = NativeVenue(spec)
        var use = Use()
        while let time = venue.nextTime {
            venue.next { datagram, payload in
                let length = UInt32(payload.byteCount)
                engine.ingest(
                    DatagramHeader(
                        time: datagram.time, ordinal: use.datagrams + 1, source: datagram.source,
                        destination: datagram.destination, wireLength: length, storedLength: length, ttl: 1), payload)
            }
            use.take(time, of: engine)
        }
        engine.finish()
        #expect(witness.complaints == [])
        #expect(witness.figures.count == 4)
        var sent = 0
        var lost = 0
        for (index, channel) in spec.channels.enumerated() {
            guard let counts = venue.counts(of: index) else { continue }
            check(witness.figures[channel.destination] ?? SourceWitness.Figures(), counts, channel)
            sent += counts.sources
            lost += counts.lostSources
        }
        // Four cameras of 35 datagrams a second and more.
        #expect(sent > Self.minutes * 60 * 4 * 35)
        // Three in a hundred, give or take three deviations of a minute's 9 000 datagrams in bursts.
        #expect((0.018...0.042).contains(Double(lost) / Double(sent)))
        #expect(use.mostHeld < Self.heldLimit, "\(use.mostHeld) bytes waited for their turn")
        if Self.isSoak, let first = use.resident.first, let last = use.resident.last {
            #expect(use.resident.count >= Self.minutes - 1)
            #expect(last - first < Self.growthLimit, "from \(first) to \(last) bytes")
            tell(use, witness, sent: sent, lost: lost)
        }
    }

    /// What arrived is released, and what did not is rebuilt, or told as lost up to the last packet that shows it.
    private func check(_ figures: SourceWitness.Figures, _ counts: SenderCounts, _ channel: NativeChannelSpec) {
        let name = channel.name
        #expect(figures.different == 0, "\(name)")
        #expect(figures.fills <= counts.fills && counts.fills < 255, "\(name)")
        #expect(figures.received == counts.sources - counts.lostSources, "\(name)")
        #expect((0...20).contains(counts.lostSources - figures.rebuilt - figures.lost), "\(name)")
        if channel.protection.scheme == .none {
            #expect(figures.rebuilt == 0 && figures.lost > Self.minutes * 10, "\(name)")
        } else {
            #expect(figures.rebuilt > Self.minutes * 10 && figures.rebuilt > figures.lost / 2, "\(name)")
        }
    }

    private func tell(_ use: Use, _ witness: SourceWitness, sent: Int, lost: Int) {
        let rebuilt = witness.figures.values.reduce(0) { $0 + $1.rebuilt }
        let resident = use.resident.map { String($0 >> 20) }.joined(separator: " ")
        print(
            "\(use.datagrams) datagrams arrived; of \(sent) with media \(lost) were lost and \(rebuilt) rebuilt;",
            "at most \(use.mostHeld) bytes waited; MiB of memory by the minute: \(resident)")
    }
}
