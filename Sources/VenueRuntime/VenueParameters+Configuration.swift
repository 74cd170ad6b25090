import Channels
import NetworkFormats
public import Pipeline
import Protection
import Timing
public import VenueSettings
import VenueWire

extension VenueParameters {
    /// The constants that a configuration file sets; the others keep their defaults.
    public init(_ configuration: VenueConfiguration) {
        self.init()
        announcements = AnnouncementRules(configuration)
        protection.slot = StreamDuration(milliseconds: Int64(configuration.windows.slotMs))
        protection.recommendedWindow = configuration.windows.recommended
        protection.maximumWindow = configuration.windows.maximum
        for address in configuration.join.compactMap(JoinAddress.init) {
            if let name = address.name { names[address.endpoint] = name }
        }
    }
}

extension AnnouncementRules {
    /// Where the venue announces, for whom, and who may, as a configuration file sets it.
    init(_ configuration: VenueConfiguration) {
        self.init(
            endpoint: Endpoint(configuration.announcements.group, configuration.announcements.port),
            license: configuration.license.map {
                VenueAnnouncement.License(
                    venueName: $0.venueName, contentOwner: $0.contentOwner, appDeveloper: $0.appDeveloper)
            },
            allowed: configuration.allowedStreamers, periodMs: configuration.announcements.periodMs)
    }
}
