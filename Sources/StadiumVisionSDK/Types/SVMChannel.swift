package import Session
import VenueWire

/// A video, data or file channel as the venue announces it (Table 2-36); equal when all that is announced is.
public struct SVMChannel: Sendable, Hashable {
    /// What the session knows of it.
    package let listed: ListedChannel

    /// The channel that a session lists.
    package init(_ listed: ListedChannel) { self.listed = listed }

    /// The name of the channel.
    public var name: String { listed.name }
    /// The nominal bandwidth in kbit/s; 0 when the venue does not say.
    public var bandwidthKbps: Int { listed.announcement.channel.bandwidthKbps }
    /// The session number of the channel.
    public var sessionNum: Int { Int(listed.announcement.channel.sessionNumber) }
    /// The complete text description; empty when the venue says nothing.
    public var channelText: String { listed.announcement.channel.text }
    /// The name of the venue.
    public var venueName: String { listed.announcement.license.venueName }
    /// The name of the content owner.
    public var contentOwner: String { listed.announcement.license.contentOwner }
    /// The name of the application developer.
    public var appDeveloper: String { listed.announcement.license.appDeveloper }
}

extension SVMChannel: CustomStringConvertible {
    /// The name, for logs.
    public var description: String { name }
}
