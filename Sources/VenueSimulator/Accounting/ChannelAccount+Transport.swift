import NetworkFormats

extension ChannelAccount {
    /// What a viewer gets of the transport stream.
    struct Stream {
        var discontinuities = 0
        var dropped = 0
        var whollyLost = 0
    }

    /// Goes through all packets that are delivered or rebuilt, in sequence order.
    func transport(_ fates: [RunFates]) -> Stream {
        var stream = Stream()
        var check = ContinuityCheck()
        guard spec.carriage != .rtpElementary else { return stream }
        for (index, run) in runs.enumerated() where run.isSeen {
            var touched: [Int32] = []
            var shown: Set<Int32> = []
            for number in run.firstArrival.indices {
                let source = log.sources[runBounds[index] + number]
                let isShown = fates[index].isShown(number)
                let isWithin = number >= run.base && number <= run.highest
                guard isShown || isWithin else { continue }
                for place in Int(source.firstFact)..<Int(source.firstFact + source.facts) {
                    let fact = log.facts[place]
                    if isShown {
                        if check.isWrong(fact) { stream.discontinuities += 1 }
                        if fact.picture >= 0 { shown.insert(fact.picture) }
                    } else if fact.picture >= 0, touched.last != fact.picture {
                        touched.append(fact.picture)
                    }
                }
            }
            stream.dropped += touched.count
            stream.whollyLost += touched.count { !shown.contains($0) }
        }
        return stream
    }

    func answer(
        _ sequence: SequenceTruth?, _ fec: RepairTruth, _ windows: [WindowTruth], _ stream: Stream
    ) -> ChannelTruth {
        let times = log.arrivals.filter { !$0.isRepair }.map(\.time)
        let capacity = fec.layout.map {
            $0.protectsColumns ? $0.columns + ($0.protectsRows ? $0.rows : 0) : 1
        }
        let link = LinkAccount.samples(of: windows, capacity: capacity ?? 0, arrivals: times, end: end)
        return ChannelTruth(
            source: spec.source, destination: spec.destination, synchronizationSource: lastSynchronizationSource,
            carriage: spec.carriage, datagrams: times.count, rtp: sequence, fec: fec,
            windows: WindowTotals(counting: windows), windowList: windows, link: LinkTruth(samples: link),
            discontinuities: stream.discontinuities, droppedPictures: stream.dropped,
            whollyLostPictures: stream.whollyLost, corners: corners)
    }

    private var lastSynchronizationSource: UInt32? {
        guard spec.carriage != .udpTransport else { return nil }
        var result = spec.rtp.synchronizationSource
        var run = 0
        for event in spec.events {
            guard case .restart(let next, _) = event.kind else { continue }
            run += 1
            if run < runs.count, runs[run].isSeen { result = next }
        }
        return result
    }
}
