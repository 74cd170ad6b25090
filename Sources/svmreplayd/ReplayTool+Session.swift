import DeviceLink
import Foundation
import HTTPServing
import ReplayService
import Session
import Terminal
import VenueRuntime
import VenueSettings

extension ReplayTool {
    /// The session around the server's venue: it takes every channel, and sockets stay joined whatever the link does.
    func session(
        _ command: ReplayCommand, _ configuration: VenueConfiguration, _ venue: LiveVenue
    ) -> VenueSession {
        let console = console
        let isCapture = command.capture(configuration) != nil
        let interface = command.network(configuration).interface
        return VenueSession(
            SessionOptions(
                venue: .given(venue), configuration: configuration, needsLicense: false, pausesWithLink: false,
                link: isCapture ? SetLink() : NetlinkLink(interface: interface),
                wireless: isCapture ? SetWireless() : SystemWireless(interface: configuration.wifi.interface),
                deviceID: deviceID(command),
                log: { console.say($0) }))
    }

    /// The id for uploads: kept beside the received files, or one that goes with the server.
    private func deviceID(_ command: ReplayCommand) -> String {
        guard let folder = command.dataFolder else { return UUID().uuidString.lowercased() }
        let identity = DeviceIdentity(keptAt: folder + "/device-uuid")
        if let notice = identity.notice { console.say(notice) }
        return identity.uuid
    }

    /// How the venue is served.
    func serviceOptions(
        _ command: ReplayCommand, _ configuration: VenueConfiguration, _ log: ServiceLog
    ) throws -> ReplayOptions {
        var options = ReplayOptions(tokens: try tokens(command), log: log)
        options.isCapture = command.capture(configuration) != nil
        options.merging = { command.merged($0) }
        return options
    }
}

extension ReplayCommand {
    /// The capture that is run again; nil for the network.
    func capture(_ configuration: VenueConfiguration) -> String? { rerun ?? configuration.sourceCapture }
}

extension AccessRecord {
    /// What became of the request, for those who look for a fault.
    var sentence: String {
        let milliseconds = duration / .milliseconds(1)
        return "\(remote) \(method) \(rawPath) \(status) in \(Int(milliseconds.rounded())) ms"
            + (isComplete ? "" : ", the reader left")
    }
}
