import NetworkFormats

extension ChannelAccount {
    /// What a viewer gets of the transport stream.
    struct Stream {
        var discontinuities = 0
        var dropped = 0
        var whollyLost = 0
        /// Whether a gap lay across the bounds of pictures.
        var hasOpenGap = false
    }

    /// Goes through all packets that are delivered or rebuilt, run by run in sequence order.
    func transport(_ fates: [RunFates]) -> Stream {
        var stream = Stream()
        guard spec.carriage != .rtpElementary else { return stream }
        for stretch in stretches {
            let run = runs[stretch.index]
            let fate = fates[stretch.index]
            var check = ContinuityCheck()
            var touched: [Int32] = []
            var shown: Set<Int32> = []
            // The picture shown last, and the pictures of what is missing since.
            var last: Int32 = -1
            var gap: Set<Int32> = []
            for number in run.firstArrival.indices {
                let source = log.sources[runBounds[stretch.run] + number]
                let isShown = fate.isShown(number)
                let isWithin = number >= run.base && number <= run.highest
                guard isShown || isWithin else { continue }
                for place in Int(source.firstFact)..<Int(source.firstFact + source.facts) {
                    let fact = log.facts[place]
                    if isShown {
                        if check.isWrong(fact) { stream.discontinuities += 1 }
                        guard fact.picture >= 0 else { continue }
                        shown.insert(fact.picture)
                        if !gap.isSubset(of: [last]) || (!gap.isEmpty && fact.picture != last) {
                            stream.hasOpenGap = true
                        }
                        gap.removeAll(keepingCapacity: true)
                        last = fact.picture
                    } else if fact.picture >= 0 {
                        gap.insert(fact.picture)
                        if touched.last != fact.picture { touched.append(fact.picture) }
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
        let seen = stretches.flatMap { stretch in
            sourceOrders(of: stretch).map { order in
                let time = log.arrivals[order].time
                return LinkAccount.Arrival(
                    time: time, known: stretch.isOfNewSource ? max(time, stretch.knownTime) : time)
            }
        }
        let found = stream.hasOpenGap ? corners.union([.pictureBoundaryLost]) : corners
        let capacity = fec.layout.map {
            $0.protectsColumns ? $0.columns + ($0.protectsRows ? $0.rows : 0) : 1
        }
        let link = LinkAccount.samples(of: windows, capacity: capacity ?? 0, arrivals: seen, end: end)
        return ChannelTruth(
            source: spec.source, destination: spec.destination, synchronizationSource: lastSynchronizationSource,
            carriage: spec.carriage, datagrams: seen.count, rtp: sequence, fec: fec,
            windows: WindowTotals(counting: windows), windowList: windows, link: LinkTruth(samples: link),
            discontinuities: stream.discontinuities, droppedPictures: stream.dropped,
            whollyLostPictures: stream.whollyLost, corners: found)
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
