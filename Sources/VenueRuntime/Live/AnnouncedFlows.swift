import Channels
import NetworkFormats
import VenueWire

/// Where the datagrams of the channels go that the venue announces for us: their media and their repair packets.
///
/// A channel that left the list is received on while its datagrams arrive.
struct AnnouncedFlows: Sendable {
    /// One channel's flows.
    private struct Flows: Sendable {
        var endpoints: [Endpoint]
        var sources: [IPAddress]
    }

    private var revision: UInt64?
    private var current: [(media: Endpoint, flows: Flows)] = []
    private var leaving: [(media: Endpoint, flows: Flows)] = []

    /// What is to be joined, in the order of announcements, and the only senders wanted; no senders for any.
    var wanted: [(endpoint: Endpoint, sources: [IPAddress])] {
        (current + leaving).flatMap { entry in entry.flows.endpoints.map { ($0, entry.flows.sources) } }
    }

    /// Takes what is announced now; `isHeard` tells whether datagrams come to a group and port.
    mutating func follow(_ venue: VenueDirectory, isHeard: (Endpoint) -> Bool) {
        if revision != venue.revision {
            revision = venue.revision
            let before = current + leaving
            current = venue.channels.filter { $0.isListed && $0.announcement.channel.destination.address.isMulticast }
                .map { ($0.announcement.channel.destination, Self.flows(of: $0.announcement.channel)) }
            let kept = Set(current.map(\.media))
            leaving = before.filter { !kept.contains($0.media) }
        }
        leaving.removeAll { !isHeard($0.media) }
    }

    private static func flows(of channel: AnnouncedChannel) -> Flows {
        let media = channel.destination
        var ports = [media.port]
        if let port = channel.protection.repairPort { ports.append(port) }
        // SMPTE 2022-1: columns two ports above the media, rows four.
        if channel.protection.scheme == .parity {
            ports += [2, 4].compactMap { UInt16(exactly: Int(media.port) + $0) }
        }
        return Flows(
            endpoints: ports.map { Endpoint(media.address, $0) }, sources: channel.source.map { [$0] } ?? [])
    }
}
