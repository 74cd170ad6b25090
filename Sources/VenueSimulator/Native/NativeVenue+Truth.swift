import NetworkFormats
import Timing
import VenueWire

extension NativeVenue {
    /// The known answer for what has been given out so far, with the last datagram's time as the end; only of a venue
    /// that keeps its log.
    public func truth() -> NativeTruth {
        var truth = NativeTruth()
        for (index, feed) in announcements.enumerated() { count(feed, index, into: &truth.announcements) }
        for stray in spec.strays where Impairer.tidy((spec.start + stray.offset).nanoseconds) <= last {
            count(stray.classified, into: &truth.announcements)
        }
        truth.channels = spec.channels.indices.map(channel)
        truth.channels.sort { left, right in
            left.destination != right.destination ? left.destination < right.destination : left.source < right.source
        }
        return truth
    }

    private func count(_ classified: StrayAnnouncement.Class, into totals: inout NativeTruth.Announcements) {
        totals.received += 1
        switch classified {
        case .malformed: totals.malformed += 1
        case .invalidJSON: totals.invalidJSON += 1
        case .otherVersion: totals.otherVersion += 1
        case .notAllowed: totals.notAllowed += 1
        case .otherLicense: totals.otherLicense += 1
        case .accepted: break
        }
    }

    /// Follows one channel through the list: added by its announcements, pruned by deletion or ten periods of silence.
    private func count(_ feed: AnnouncementFeed, _ index: Int, into totals: inout NativeTruth.Announcements) {
        let patience = max(10 * spec.period.nanoseconds, 5_000_000_000)
        var seen: Int64?
        for arrival in feed.log {
            if arrival.isTwin {
                totals.descriptions += 1
                continue
            }
            totals.received += 1
            if let last = seen, WindowStretch.tick(from: last + patience) <= arrival.time {
                totals.pruned += 1
                seen = nil
            }
            if arrival.isDeletion {
                if seen != nil { totals.pruned += 1 }
                seen = nil
            } else {
                if seen == nil { totals.added += 1 }
                seen = arrival.time
            }
        }
        if let last = seen, WindowStretch.tick(from: last + patience) <= self.last { totals.pruned += 1 }
    }

    private func channel(_ index: Int) -> NativeTruth.Channel {
        let spec = spec.channels[index]
        var channel = NativeTruth.Channel(
            name: spec.name, kind: spec.kind.rawValue, destination: spec.destination,
            source: self.spec.streamers[spec.streamer].source.address)
        if let place = videoChannels.firstIndex(of: index) {
            let feed = videos[place]
            channel.video = video(feed, index)
            if spec.protection.scheme == .reedSolomon {
                channel.windowLength = spec.protection.sourceCount + spec.protection.repairCount
            }
        }
        if let place = messageChannels.firstIndex(of: index) { channel.messages = messages[place].truth }
        if let place = fileChannels.firstIndex(of: index) { channel.files = files[place].truth }
        return channel
    }

    private func video(_ feed: VideoFeed, _ index: Int) -> ChannelTruth? {
        guard feed.log.arrivals.contains(where: { !$0.isRepair }) else { return nil }
        var spec = ChannelSpec(
            source: self.spec.streamers[feed.spec.streamer].source, destination: feed.spec.destination,
            transport: TransportSpec(bitRate: 1_000_000),
            rtp: RTPSpec(synchronizationSource: feed.synchronizationSource), datagrams: feed.log.sources.count)
        let protection = feed.spec.protection
        spec.isAnnounced = true
        switch protection.scheme {
        case .none: break
        case .parity: spec.parity = ParityLayout(columns: protection.columns, rows: protection.rows)
        case .reedSolomon:
            spec.blocks = BlockLayout(protection)
        }
        return ChannelAccount(spec, feed.log, end: last).truth()
    }
}

extension NativeTruth.Channel {
    /// A window of more packets than this is warned about, and of more than that beyond repair (definitions B3).
    private static let recommended = 128
    private static let maximum = 255

    /// How many classified windows have more packets than is recommended.
    public var warnings: Int { windowLength > Self.recommended ? video?.windows.protectionWindows ?? 0 : 0 }
    /// How many have more than any receiver repairs.
    public var errors: Int { windowLength > Self.maximum ? video?.windows.protectionWindows ?? 0 : 0 }
}
