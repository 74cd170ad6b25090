package import DeviceLink
package import Foundation
package import PacketIO
package import VenueSettings

/// What the SDK finds around it; tests put other things there.
package struct SDKEnvironment: Sendable {
    /// Reads the configuration file; nil when there is none.
    var configurationFile: @Sendable () -> ConfigurationFile?
    /// Where the session learns whether the device is connected.
    package var link: @Sendable (VenueConfiguration) -> any LinkSource
    /// Where it learns about the Wi-Fi.
    package var wireless: @Sendable (VenueConfiguration) -> any WirelessSource
    /// How fast a capture is run.
    package var pace: Pace
    /// Where notifications are posted.
    package var notifications: NotificationCenter
    /// Where the device's id is kept; nil for the usual place.
    package var identityPath: String?
    /// Below which folder received files lie while the SDK runs; nil for the system's temporary one.
    package var filesPlace: String?
    /// Takes the log's lines.
    package var log: @Sendable (String) -> Void

    /// The device itself.
    package static var device: SDKEnvironment {
        SDKEnvironment(
            configurationFile: { .find() },
            link: { configuration -> any LinkSource in
                // A recording is as connected as its venue was.
                if configuration.sourceCapture != nil { return SetLink() }
                return NetlinkLink(interface: configuration.wifi.interface)
            },
            wireless: { configuration -> any WirelessSource in
                if configuration.sourceCapture != nil { return SetWireless() }
                return SystemWireless(interface: configuration.wifi.interface)
            },
            pace: .realtime, notifications: .default, identityPath: nil,
            filesPlace: nil, log: LogBook.standardError)
    }

    /// Nothing but what is given: no file, a link that is up, no Wi-Fi, a capture as fast as it can be taken.
    package static func bare(
        identityPath: String, link: any LinkSource = SetLink(), log: @escaping @Sendable (String) -> Void = { _ in }
    ) -> SDKEnvironment {
        SDKEnvironment(
            configurationFile: { nil }, link: { _ in link }, wireless: { _ in SetWireless() }, pace: .fast,
            notifications: .default, identityPath: identityPath, filesPlace: nil, log: log)
    }

    /// Reads the configuration file at `path`.
    package mutating func readConfiguration(at path: String) {
        configurationFile = { ConfigurationFile(path: path) }
    }
}
