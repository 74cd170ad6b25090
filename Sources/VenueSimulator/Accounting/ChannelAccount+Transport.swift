import NetworkFormats

extension ChannelAccount {
    /// What a viewer gets of the transport stream.
    struct Stream {
        var discontinuities = 0
        var pictures = PictureCheck()
        /// What is dropped where nothing but counters tells.
        var read: Int?
    }

    /// Goes through all packets that are delivered or rebuilt, run by run in sequence order.
    func transport(_ fates: [RunFates]) -> Stream {
        var stream = Stream()
        guard spec.carriage != .rtpElementary else { return stream }
        // Without numbers nothing tells a receiver where silence ends a run.
        let groups = spec.carriage == .udpTransport ? [Array(stretches.indices)] : stretches.indices.map { [$0] }
        for group in groups where !group.isEmpty {
            let run = stretches[group[0]].run
            var check = ContinuityCheck()
            stream.pictures.restart()
            let numbers = runs[group[0]].firstArrival.indices.map { number in
                group.contains { fates[$0].isShown(number) }
            }
            let base = min(group.map { runs[$0].base }.min() ?? 0, numbers.firstIndex(of: true) ?? .max)
            let highest = max(group.map { runs[$0].highest }.max() ?? 0, numbers.lastIndex(of: true) ?? 0)
            guard base <= highest else { continue }
            for number in base...highest {
                let source = log.sources[runBounds[run] + number]
                let isShown = numbers[number]
                for place in Int(source.firstFact)..<Int(source.firstFact + source.facts) {
                    let fact = log.facts[place]
                    if isShown, check.check(fact).isError { stream.discontinuities += 1 }
                    stream.pictures.take(fact, isShown: isShown)
                }
            }
        }
        return stream
    }

    func answer(
        _ sequence: SequenceTruth?, _ fec: RepairTruth, _ windows: [WindowTruth], _ stream: Stream
    ) -> ChannelTruth {
        let seen = stretches.flatMap { stretch in
            sourceOrders(of: stretch).map { order in
                let time = log.arrivals[order].time
                return LinkAccount.Arrival(
                    time: time, known: stretch.isOfNewSource ? max(time, stretch.knownTime) : time)
            }
        }
        let capacity =
            fec.blocks.map(\.repairs)
            ?? fec.layout.map {
                $0.protectsColumns ? $0.columns + ($0.protectsRows ? $0.rows : 0) : 1
            }
        let link = LinkAccount.samples(of: windows, capacity: capacity ?? 0, arrivals: seen, end: end)
        return ChannelTruth(
            source: spec.source, destination: spec.destination, synchronizationSource: lastSynchronizationSource,
            carriage: spec.carriage, datagrams: seen.count, rtp: sequence, fec: fec,
            windows: WindowTotals(counting: windows), windowList: windows, link: LinkTruth(samples: link),
            discontinuities: stream.discontinuities, droppedPictures: stream.read ?? stream.pictures.dropped,
            whollyLostPictures: stream.pictures.whollyLost,
            doubtfulPictures: stream.read == nil ? stream.pictures.doubtful : 0,
            corners: corners)
    }

    private var lastSynchronizationSource: UInt32? {
        guard spec.carriage != .udpTransport else { return nil }
        let restarts = spec.events.compactMap { event -> UInt32? in
            guard case .restart(let next, _) = event.kind else { return nil }
            return next
        }
        return restarts.prefix(stretches.last?.run ?? 0).last ?? spec.rtp.synchronizationSource
    }
}
