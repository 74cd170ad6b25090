import NetworkFormats
import Timing
import VenueSimulator

extension LiveScenario {
    /// All scenarios; they share no group, port or sender.
    static let all: [LiveScenario] = {
        var maker = LiveScenarioMaker()
        losses(&maker)
        orders(&maker)
        protections(&maker)
        senders(&maker)
        machines(&maker)
        for seed in [3, 8, 21] as [UInt64] { maker.addRandom(seed: seed, seconds: 4) }
        return maker.scenarios
    }()

    private static let grid = ParityLayout(columns: 5, rows: 5)

    private static func losses(_ maker: inout LiveScenarioMaker) {
        let random = Impairment(loss: .bernoulli(0.03), repairLoss: .bernoulli(0.02))
        let bursts = Impairment(loss: .gilbertElliott(toBad: 0.02, toGood: 0.25, lossInGood: 0, lossInBad: 0.8))
        maker.add("nothing at all", []) { $0.agreement = .nothing }
        maker.add("random loss", [maker.camera(random, parity: grid)]) { $0.tail = StreamDuration(milliseconds: 1_400) }
        maker.add("bursts of loss", [maker.camera(bursts, parity: grid), maker.camera(bursts, seed: 2)]) {
            $0.agreement = .counters
        }
        maker.add("duplicates", [maker.camera(Impairment(loss: .bernoulli(0.02), duplicates: 0.06), parity: grid)]) {
            $0.tail = StreamDuration(milliseconds: 5)
        }
        maker.add(
            "four channels of every carriage",
            [
                maker.camera(random, parity: grid), maker.camera(random, carriage: .udpTransport),
                maker.camera(random, carriage: .rtpElementary), maker.camera(random),
            ]
        ) { $0.agreement = .counters }
        let many = (0..<16).map { number in
            maker.camera(random, parity: number % 2 == 0 ? grid : nil, datagrams: 200, seed: UInt64(number))
        }
        maker.add("sixteen channels", many) { $0.agreement = .counters }
    }

    private static func orders(_ maker: inout LiveScenarioMaker) {
        let detours = Impairment(
            loss: .bernoulli(0.01), detours: 0.05, detour: StreamDuration(milliseconds: 60))
        maker.add("reordering within a flow", [maker.camera(detours, parity: grid)]) { $0.agreement = .counters }
        maker.add(
            "reordering across sockets",
            [maker.camera(Impairment(loss: .bernoulli(0.03)), parity: grid)]
        ) { scenario in
            let port = scenario.datagrams[0].destination.port
            // Repairs come now before, now behind the packets next to them.
            scenario.delay(by: 12) { $1.destination.port != port && $0 % 3 == 0 }
            scenario.agreement = .counters
        }
        maker.add(
            "late repairs", [maker.camera(Impairment(loss: .bernoulli(0.03)), parity: grid)]
        ) { scenario in
            let port = scenario.datagrams[0].destination.port
            scenario.delay(by: 700) { $1.destination.port != port && $0 % 4 == 0 }
            scenario.agreement = .nothing
        }
        maker.add("silence in the middle", [maker.camera(Impairment(loss: .bernoulli(0.02)), parity: grid)]) {
            $0.insertSilence(milliseconds: 1_500, after: 1.7)
            $0.agreement = .counters
        }
    }

    private static func protections(_ maker: inout LiveScenarioMaker) {
        let loss = Impairment(loss: .bernoulli(0.03))
        maker.add(
            "columns only",
            [maker.camera(loss, parity: ParityLayout(columns: 8, rows: 4, protectsRows: false, timing: .gstreamer))])
        maker.add(
            "rows only",
            [maker.camera(loss, parity: ParityLayout(columns: 6, rows: 4, protectsColumns: false), datagrams: 420)]
        ) { $0.agreement = .counters }
    }

    private static func senders(_ maker: inout LiveScenarioMaker) {
        var restarting = maker.camera(Impairment(loss: .bernoulli(0.02)), datagrams: 420)
        restarting.events = [
            ChannelSpec.Event(
                index: 260, silence: StreamDuration(milliseconds: 300),
                kind: .restart(synchronizationSource: 0x7700_0001, sequenceNumber: 4_000))
        ]
        maker.add("a sender's restart", [restarting]) { $0.agreement = .counters }

        let one = maker.camera(Impairment(loss: .bernoulli(0.01)))
        var other = maker.camera(Impairment(loss: .bernoulli(0.01)), from: 3)
        other.destination = one.destination
        maker.add("two senders of one group", [one, other]) { $0.agreement = .counters }
        var foreign = maker.camera(from: 4)
        let own = maker.camera(Impairment(loss: .bernoulli(0.02)), parity: grid, from: 5)
        foreign.destination = own.destination
        maker.add("a subscription to one of two senders", [own, foreign]) { $0.sources = [own.source.address] }

        let named = maker.camera(Impairment(loss: .bernoulli(0.02)), parity: grid)
        maker.add("announced, renamed and deleted", [named, maker.camera()]) { scenario in
            scenario.datagrams += [
                LiveScenarioMaker.announcement(of: named, "Sideline", at: 0.4),
                LiveScenarioMaker.announcement(of: named, "North stand", at: 1.2),
                LiveScenarioMaker.announcement(of: named, "North stand", at: 2.2, isDeletion: true),
            ]
            scenario.sort()
            scenario.agreement = .counters
        }
        let announced = maker.camera(Impairment(loss: .bernoulli(0.02)), parity: grid)
        maker.add("announced by the venue, changed and withdrawn", [announced, maker.camera()]) { scenario in
            for number in 0..<12 {
                scenario.datagrams += [
                    LiveScenarioMaker.venueAnnouncement(
                        of: announced, number < 6 ? "Sideline" : "Bench", at: 0.2 + Double(number) * 0.25),
                    // Nobody sends this one.
                    LiveScenarioMaker.venueAnnouncement(
                        of: announced, "Roof", number: 2, port: 40_000, at: 0.21 + Double(number) * 0.25),
                ]
            }
            scenario.datagrams += [
                LiveScenarioMaker.venueAnnouncement(of: announced, "Bench", at: 3.1, isDeletion: true),
                LiveScenarioMaker.venueDatagram(Array("no SAP".utf8), at: 1.5),
                LiveScenarioMaker.venueDatagram(
                    [0x20, 0, 0, 1, 127, 0, 0, 2] + Array("application/json\0{".utf8), at: 1.6),
            ]
            scenario.sort()
            scenario.agreement = .counters
        }
        maker.add("marked and far-travelled", [maker.camera(Impairment(loss: .bernoulli(0.02)), parity: grid)]) {
            $0.ttl = 17
            $0.dscp = 46
        }
        let six = maker.camera(Impairment(loss: .bernoulli(0.02)), parity: grid)
        maker.add("IPv6", [six]) { scenario in
            for index in scenario.datagrams.indices {
                let group = IPAddress(v6: 0xff35_0000_0000_0000, 0x4d03)
                scenario.datagrams[index].destination.address = group
                scenario.datagrams[index].source.address = IPAddress(v6: 0, 1)
            }
            scenario.isIPv6 = true
        }
    }

    private static func machines(_ maker: inout LiveScenarioMaker) {
        let loss = Impairment(loss: .bernoulli(0.02))
        for (name, hours) in [("an hour ahead", 1), ("an hour back", -1)] as [(String, Int64)] {
            maker.add("the wall clock steps \(name)", [maker.camera(loss, parity: grid), maker.camera(loss)]) {
                $0.steps = [
                    Step(after: StreamDuration(milliseconds: 1_100), shift: StreamDuration(seconds: hours * 3_600)),
                    Step(after: StreamDuration(milliseconds: 2_300), shift: .zero),
                ]
                $0.agreement = .counters
            }
        }
        maker.add("a buffer that is too small", [maker.camera(parity: grid), maker.camera()]) {
            $0.bufferSize = 2_304
            $0.receiverPause = StreamDuration(milliseconds: 60)
            $0.agreement = .nothing
        }
        var jumbo = maker.camera(loss, carriage: .rtpElementary)
        jumbo.packetsPerDatagram = 6
        jumbo.transport.bitRate *= 3
        maker.add("datagrams of every length", [jumbo]) { scenario in
            for index in scenario.datagrams.indices where index % 40 == 17 {
                scenario.datagrams[index].payload += [UInt8](
                    repeating: 0x33, count: [8_000, 30_000, 64_000][index % 3])
            }
            scenario.agreement = .counters
        }
    }
}
