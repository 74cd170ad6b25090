import NetworkFormats
import Timing

extension VenueSpec {
    /// A small venue that follows from `seed` alone: one to four channels, some hundreds of datagrams, a few seconds of
    /// stream time; every carriage, scheme, timing and impairment comes up.
    ///
    /// Impairments keep to what the definitions decide (see ``ChannelTruth/Corner``): protected channels spare the
    /// repair packets of a run's first block, nothing arrives across a restart, silences of protected senders fall
    /// between blocks.
    public static func random(seed: UInt64) -> Self {
        var random = VenueRandom(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 0x1234)
        let start = Self.customaryStart + StreamDuration(nanoseconds: Int64(random.pick(0...999_999)) * 1_000)
        var channels: [ChannelSpec] = []
        for index in 0..<random.pick([1, 1, 2, 2, 3, 4]) {
            channels += RandomChannel.make(index, &random)
        }
        return Self(start: start, channels: channels)
    }
}

/// Makes up channels for random venues.
enum RandomChannel {
    /// One channel, or two that share a group.
    static func make(_ index: Int, _ random: inout VenueRandom) -> [ChannelSpec] {
        var spec = plain(index, &random)
        switch random.pick(0...9) {
        case 0...4: protect(&spec, &random)
        case 5, 6: break
        case 7: carryWithoutRTP(&spec, &random)
        case 8: carryElementary(&spec, &random)
        default: return twins(of: spec, &random)
        }
        impair(&spec, &random)
        schedule(&spec, &random)
        return [spec]
    }

    private static func plain(_ index: Int, _ random: inout VenueRandom) -> ChannelSpec {
        let packets = random.pick([1, 1, 1, 1, 2, 2, 3])
        let rate = random.pick(50...120)
        let step = random.pick(0...2)
        let sound = random.pick([TransportSpec.Sound.none, .aac, .mpegAudio])
        var transport = TransportSpec(
            bitRate: rate * packets * 1_504, frameRate: random.pick([5, 10, 12]), gopLength: random.pick(3...12),
            consecutiveBPictures: step, width: random.pick([320, 640, 1_918]), height: random.pick([180, 360, 1_080]),
            sound: sound, soundRate: 16_000)
        if random.chance(0.3) { transport.firstDecodingTime = MediaTimestamp(.max - UInt64(random.pick(0...300_000))) }
        let isIPv6 = random.chance(0.15)
        let group =
            isIPv6
            ? IPAddress(v6: 0xff3e_0000_0000_0000, UInt64(index + 1)) : IPAddress(v4: 0xef0a_0001 + UInt32(index))
        let sender = isIPv6 ? IPAddress(v6: 0xfd00_0000_0000_0000, 7) : IPAddress(v4: 0x0a09_0007)
        var spec = ChannelSpec(
            source: Endpoint(sender, UInt16(random.pick(30_000...60_000))),
            destination: Endpoint(group, UInt16(5000 + 40 * index)), transport: transport, packetsPerDatagram: packets,
            rtp: RTPSpec(
                payloadType: random.chance(0.8) ? 33 : 98,
                synchronizationSource: UInt32(truncatingIfNeeded: random.next()),
                firstSequenceNumber: random.chance(0.4)
                    ? UInt16(random.pick(65_100...65_535)) : UInt16(random.pick(0...65_535)),
                firstTimestamp: random.chance(0.3) ? .max - UInt32(random.pick(0...200_000)) : 77),
            start: StreamDuration(milliseconds: Int64(random.pick(0...700))),
            datagrams: rate * random.pick(24...38) / 10,
            seed: random.next())
        if random.chance(0.12) {
            spec.rtp.contributingSources = random.pick(0...3)
            spec.rtp.extensionWords = random.chance(0.5) ? random.pick(0...3) : nil
            spec.rtp.padding = UInt8(random.pick([0, 0, 1, 4, 17]))
        }
        return spec
    }

    private static func protect(_ spec: inout ChannelSpec, _ random: inout VenueRandom) {
        let columns = random.pick(4...8)
        let rows = random.pick(4...6)
        let kind = random.pick(0...5)
        spec.parity = ParityLayout(
            columns: columns, rows: rows, protectsColumns: kind != 0, protectsRows: kind != 1 && kind != 2,
            timing: random.chance(0.5) ? .ffmpeg : .gstreamer)
        spec.repairNumbers = [UInt16(random.pick(0...4095)), UInt16(random.pick(65_400...65_535))]
        if spec.parity?.timing == .gstreamer {
            spec.rtp.synchronizationSource = 0
            if spec.packetsPerDatagram < 3, random.chance(0.5) { spec.largestDatagram = spec.packetsPerDatagram + 2 }
        }
        if spec.parity?.protectsColumns == false { spec.datagrams = max(spec.datagrams, 330) }
    }

    private static func carryWithoutRTP(_ spec: inout ChannelSpec, _ random: inout VenueRandom) {
        spec.carriage = .udpTransport
        spec.packetSize = random.chance(0.3) ? 204 : 188
    }

    private static func carryElementary(_ spec: inout ChannelSpec, _ random: inout VenueRandom) {
        spec.carriage = .rtpElementary
        spec.rtp.payloadType = UInt8(random.pick(97...110))
    }

    /// Two senders of one group, or two SSRCs of one sender.
    private static func twins(of spec: ChannelSpec, _ random: inout VenueRandom) -> [ChannelSpec] {
        var one = spec
        one.impairment = Impairment(loss: .bernoulli(Double(random.pick(0...4)) / 100))
        var other = one
        other.seed = random.next()
        other.start = one.start + StreamDuration(milliseconds: 3)
        other.rtp.firstSequenceNumber = UInt16(random.pick(0...65_535))
        other.rtp.synchronizationSource = one.rtp.synchronizationSource &+ 0x0101
        if random.chance(0.5) { other.source.address = IPAddress(v4: 0x0a09_0008) }
        if one.destination.address.isIPv6 { other.source.address = one.source.address }
        return [one, other]
    }

    private static func impair(_ spec: inout ChannelSpec, _ random: inout VenueRandom) {
        var impairment = Impairment()
        switch random.pick(0...5) {
        case 0: break
        case 1, 2, 3:
            impairment.loss = .bernoulli(Double(random.pick(1...80)) / 1_000)
            impairment.repairLoss = .bernoulli(Double(random.pick(0...80)) / 1_000)
        default:
            impairment.loss = .gilbertElliott(toBad: 0.01, toGood: 0.25, lossInGood: 0.001, lossInBad: 0.7)
            impairment.repairLoss = .gilbertElliott(toBad: 0.01, toGood: 0.3, lossInGood: 0, lossInBad: 0.6)
        }
        if random.chance(0.3) { impairment.duplicates = Double(random.pick(1...40)) / 1_000 }
        if random.chance(0.1) { impairment.repairDuplicates = 0.03 }
        if random.chance(0.3) {
            impairment.detours = Double(random.pick(1...50)) / 1_000
            impairment.detour = StreamDuration(milliseconds: Int64(random.pick(20...120)))
        }
        if random.chance(0.3) {
            impairment.holds = Double(random.pick(2...20)) / 1_000
            impairment.hold = StreamDuration(milliseconds: Int64(random.pick(400...1_200)))
        }
        if random.chance(0.25) { impairment.jitter = StreamDuration(milliseconds: Int64(random.pick(1...30))) }
        impairment.sparedSources = random.chance(0.7) ? 1 : 0
        if let parity = spec.parity {
            impairment.sparedRepairs = parity.columns + parity.rows + 1
            if !parity.protectsColumns { impairment.sparedRepairs = 1 }
            if random.chance(0.2) { spec.joinedAfter = random.pick(1...parity.blockSize * 2) }
        }
        spec.impairment = impairment
    }

    /// Restarts, pauses and outages: at most one of them, late enough that the scheme is known.
    private static func schedule(_ spec: inout ChannelSpec, _ random: inout VenueRandom) {
        let rate = max(spec.transport.bitRate, spec.transport.lowestBitRate) / (spec.packetsPerDatagram * 1_504)
        let block = spec.parity?.blockSize ?? 1
        // Arrivals after 2.2 s of an unprotected channel, or after the third block of a protected one.
        let settled = spec.parity == nil ? rate * 23 / 10 : max(rate * 23 / 10, spec.joinedAfter + 3 * block)
        let index = (settled / block + 1) * block
        switch random.pick(0...9) {
        case 0, 1:
            guard spec.carriage != .udpTransport, spec.parity?.protectsColumns != false else { return }
            let isFresh = random.chance(0.5)
            let old = Int(spec.rtp.firstSequenceNumber) + index
            let jump = random.chance(0.5) ? random.pick(4_000...20_000) : -random.pick(2_000...20_000)
            let silence = random.chance(0.5) ? random.pick(250...600) : random.pick(1_200...1_900)
            spec.events = [
                ChannelSpec.Event(
                    index: index, silence: StreamDuration(milliseconds: Int64(silence)),
                    kind: .restart(
                        synchronizationSource: isFresh
                            ? spec.rtp.synchronizationSource &+ 0x11 : spec.rtp.synchronizationSource,
                        sequenceNumber: UInt16(truncatingIfNeeded: isFresh ? random.pick(0...65_535) : old + jump)))
            ]
            spec.datagrams = index + max(rate, 4 * block)
        case 2:
            let silence = random.pick([150, 700, 1_500, 2_800, 10_600, 12_300])
            spec.events = [
                ChannelSpec.Event(index: index, silence: StreamDuration(milliseconds: Int64(silence)), kind: .pause)
            ]
            spec.datagrams = index + max(rate, 4 * block)
        case 3, 4:
            spec.impairment.outages = [
                Impairment.Outage(
                    start: StreamDuration(milliseconds: 2_400),
                    length: StreamDuration(milliseconds: Int64(random.pick([120, 400, 900, 1_400, 2_500]))))
            ]
            spec.datagrams = rate * 6
        default: break
        }
    }
}
