import Foundation
import NetworkFormats
public import PacketIO
public import VenueRuntime
import VenueSettings

extension SessionOptions.Venue {
    /// A venue of the session's own: the capture that the configuration names, else the network.
    ///
    /// Of a capture too only as much is kept as the configuration says. Files go to the folder `files`, else to a new one
    /// among the system's temporary files; the session removes it with everything in it when it ends.
    public static func own(
        pace: Pace = .realtime, files: String? = nil, memoryLimit: Int = LiveOptions.usualMemoryLimit,
        clock: any VenueClock = SystemClock(), log: @escaping @Sendable (String) -> Void = { _ in }
    ) -> Self {
        .made { configuration in
            let source: LiveSource =
                if let capture = configuration.sourceCapture {
                    .capture(path: capture, pace: pace)
                } else {
                    .network(
                        LiveSource.NetworkOptions(
                            interface: configuration.wifi.interface,
                            announcements: Endpoint(
                                configuration.announcements.group, configuration.announcements.port),
                            followsSAP: false, joins: configuration.join.compactMap(JoinAddress.init), clock: clock))
                }
            let folder = files ?? FileManager.default.temporaryDirectory.appending(path: "svm-\(UUID())").path()
            let store = try FileStore(path: folder, log: log)
            var options = LiveOptions(
                source: source, configuration: configuration, memoryLimit: memoryLimit, files: store, log: log)
            options.keepsCapture = false
            do {
                return try LiveVenue(options: options)
            } catch {
                store.stop()
                store.removeAll()
                throw error
            }
        }
    }
}
