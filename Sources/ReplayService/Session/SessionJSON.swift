import Channels
import DeviceLink
import NetworkFormats
import Quality
import Reports
import Session
import VenueWire

extension OrderedJSON {
    /// Whether the service is up, and the reasons against it with their bits.
    init(serviceState state: ServiceState) {
        self = [
            "state": .string(state.isUp ? "up" : "down"),
            "reasons": .array(state.reasons.names.map(OrderedJSON.string)),
            "bitmap": .integer(Int(clamping: state.reasons.rawValue)),
        ]
    }

    /// Whether the device is in the licensed venue.
    init(isConnectedToVenue: Bool) { self = ["connected": .bool(isConnectedToVenue)] }

    /// Whether the device is connected, what is known of its Wi-Fi (`null` for what is not), and the three statistics that the
    /// guide's table of it prints.
    init(wireless: WirelessFacts, isUp: Bool, statistics: SessionStatistics) {
        self = [
            "isUp": .bool(isUp),
            "interface": .optional(wireless.interface), "ssid": .optional(wireless.ssid),
            "bssid": .optional(wireless.bssid), "apName": .optional(wireless.accessPointName),
            "frequencyMHz": .optional(wireless.frequencyMHz), "signalDbm": .optional(wireless.signalDbm),
            "noiseDbm": .optional(wireless.noiseDbm),
            "quality": wireless.quality.map { .decimal($0, digits: 2) } ?? .null,
            "receiveKbps": .optional(wireless.receiveKbps), "sendKbps": .optional(wireless.sendKbps),
            StatKey.linkIndicator.rawValue: .integer(statistics[.linkIndicator]),
            StatKey.sessionUptime.rawValue: .integer(statistics[.sessionUptime]),
            StatKey.announcementSessionID.rawValue: .string(statistics.sessionID),
        ]
    }

    /// A channel of the venue's lists: the SDK's seven properties, and what finds it here.
    init(listed channel: ListedChannel, id: String) {
        let (said, license) = (channel.announcement.channel, channel.announcement.license)
        self = [
            "id": .string(id), "name": .string(channel.name), "kind": .string(channel.kind.rawValue),
            "channelText": .string(said.text), "bandwidthKbps": .integer(said.bandwidthKbps),
            "sessionNum": .integer(Int(said.sessionNumber)), "venueName": .string(license.venueName),
            "contentOwner": .string(license.contentOwner), "appDeveloper": .string(license.appDeveloper),
            "sessionId": .string(channel.announcement.sessionID), "sessionTitle": .string(channel.announcement.title),
            "streamer": .string(channel.key.streamerID), "source": .string(channel.key.source.description),
            "group": .string(said.destination.address.description), "port": .integer(Int(said.destination.port)),
        ]
    }

    static func optional(_ text: String?) -> Self { text.map { .string($0) } ?? .null }
    static func optional(_ number: Int?) -> Self { number.map { .integer($0) } ?? .null }
}
