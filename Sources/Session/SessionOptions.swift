public import DeviceLink
public import VenueRuntime
public import VenueSettings

/// What a session with a venue is made of.
public struct SessionOptions: Sendable {
    /// Where the venue comes from.
    public enum Venue: Sendable {
        /// Somebody else runs it: the session follows it and never stops it.
        case given(LiveVenue)
        /// The session makes it when it starts and stops it when it ends.
        case made(@Sendable (VenueConfiguration) throws -> LiveVenue)
    }

    /// Where the venue comes from.
    public var venue: Venue
    /// Everything a configuration file can set.
    public var configuration: VenueConfiguration
    /// Whether a complete field of use is needed to start; a server takes every channel without one.
    public var needsLicense: Bool
    /// Whether sockets are left while the link is down or the app in the background.
    public var pausesWithLink: Bool
    /// Where the session learns whether its device is connected.
    public var link: any LinkSource
    /// Where it learns about the Wi-Fi.
    public var wireless: any WirelessSource
    /// The device's id, for uploads.
    public var deviceID: String
    /// Told what a person should read.
    public var log: @Sendable (String) -> Void

    /// States what a session is made of.
    public init(
        venue: Venue, configuration: VenueConfiguration = VenueConfiguration(), needsLicense: Bool = true,
        pausesWithLink: Bool = true, link: any LinkSource = SetLink(), wireless: any WirelessSource = SetWireless(),
        deviceID: String = "", log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.venue = venue
        self.configuration = configuration
        self.needsLicense = needsLicense
        self.pausesWithLink = pausesWithLink
        self.link = link
        self.wireless = wireless
        self.deviceID = deviceID
        self.log = log
    }
}

/// Why a session does not do what it was told.
public enum SessionFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// It was not started, or was stopped.
    case notRunning
    /// The field of use is not complete; the member that is missing.
    case licenseIncomplete(String)
    /// The configuration cannot be used; the sentence says why.
    case configuration(String)
    /// The venue cannot be received; the sentence says why.
    case venue(String)
    /// No channel is called that.
    case unknownChannel(String)

    /// One sentence: what is wrong and what to do.
    public var description: String {
        switch self {
        case .notRunning: "the SDK is not running: call start first"
        case .licenseIncomplete(let member):
            "license.\(member) is not set: the venue's three names venueName, contentOwner and appDeveloper are needed"
        case .configuration(let sentence), .venue(let sentence): sentence
        case .unknownChannel(let name): "there is no channel \"\(name)\" now: choose one of the list"
        }
    }
}
