import Channels
import NetworkFormats
import PacketIO
import Pipeline
import Protection
import VenueRuntime
import VenueSimulator

extension FaultRig {
    /// How far the recording has come.
    var recorder: RecorderFacts { venue.health.recorder ?? RecorderFacts() }

    /// The numbers of each sender's channel, in the order of the senders; nil for one that is not there.
    var channels: [ChannelSnapshot?] {
        let all = venue.snapshot(notOlderThan: .zero).channels
        return specs.map { spec in
            all.first {
                $0.identity.destination == spec.destination && $0.identity.source == spec.source.address
            }
        }
    }

    /// Packets of each channel that arrived.
    var received: [Int] { channels.map { $0?.sequence?.counters.received ?? 0 } }

    /// Packets of each channel that did not arrive.
    var lost: [Int] { channels.map { $0?.sequence?.counters.lost ?? 0 } }

    /// Datagrams of the sender that the venue has not taken, but for a few; strange ones make it negative.
    var untaken: Int {
        let sent = sender.counts.reduce(-sender.refused) { $0 + $1.sources + $1.repairs + $1.announcements }
        let health = venue.health
        return sent - Int(health.datagrams) - Int(health.receiver?.kernelDrops ?? 0)
    }

    /// Datagrams that found no room in a receive buffer.
    var kernelDrops: Int { Int(venue.health.receiver?.kernelDrops ?? 0) }
}
