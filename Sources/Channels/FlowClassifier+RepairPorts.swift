import NetworkFormats
import VenueWire

extension FlowClassifier {
    /// Channels of one sender and group that an announcement may send to the same repair port.
    private static let repairShareLimit = 64

    /// Expects repair packets of `channel` at the port that its announcement names.
    mutating func expectRepairs(of channel: Int32, _ announced: AnnouncedChannel) {
        guard announced.protection.scheme == .reedSolomon, let port = announced.protection.repairPort else { return }
        let place = Endpoint(announced.destination.address, port)
        let known = repairPlaces[place] ?? []
        guard known.count < Self.repairShareLimit, !known.contains(channel) else { return }
        repairPlaces[place, default: []].append(channel)
    }

    /// Expects them no longer where an older announcement sent them.
    mutating func forgetRepairs(of channel: Int32, _ announced: AnnouncedChannel) {
        guard let port = announced.protection.repairPort else { return }
        let place = Endpoint(announced.destination.address, port)
        repairPlaces[place]?.removeAll { $0 == channel }
        if repairPlaces[place]?.isEmpty == true { repairPlaces[place] = nil }
    }

    /// The channel whose repair packets an announcement sends where this datagram goes: of the same sender, else the first.
    func expectedRepair(_ header: DatagramHeader) -> Int32? {
        guard let known = repairPlaces[header.destination] else { return nil }
        return known.first { channels[Int($0)].source == header.source.address } ?? known.first
    }
}
