import NetworkFormats
public import VenueWire

extension ChannelIdentity {
    /// The id that the first sender of what is announced gets when its datagrams come (definitions C4).
    public static func expectedID(of channel: AnnouncedChannel) -> String {
        var parts = [channel.kind.rawValue, "\(channel.destination.address)", "\(channel.destination.port)"]
        if channel.kind != .video { parts.append("\(channel.sessionNumber)") }
        return id(of: parts.joined(separator: "|"))
    }

    /// An id for a channel whose expected one belongs to somebody else's datagrams: nothing that is heard has it.
    public static func substituteID(of key: VenueChannel.Key) -> String {
        id(of: "announced|\(key.source)|\(key.streamerID)|\(key.kind.rawValue)|\(key.sessionNumber)")
    }
}
