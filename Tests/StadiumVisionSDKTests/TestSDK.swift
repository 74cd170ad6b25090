import DeviceLink
import Foundation
import PacketIO
import Session
import VenueRuntime

@testable import StadiumVisionSDK

/// An instance of the SDK of a test's own, and what it logged.
final class TestSDK {
    let folder: String
    let link = SetLink()
    let center = NotificationCenter()
    let witness: Witness
    let svm: StadiumVisionMobile
    let log = Lines()
    private var following: Witness.Following?

    /// An SDK that is not configured.
    init(
        configurationFile: String? = nil, pace: Pace = .fast, wireless: WirelessFacts = WirelessFacts(),
        witness: Witness = Witness(), filesPlace: String? = nil
    ) {
        folder = NSTemporaryDirectory() + "svm-sdk-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        self.witness = witness
        var environment = SDKEnvironment.bare(identityPath: folder + "/device-uuid", link: link) { [log] in log.add($0)
        }
        environment.notifications = center
        environment.pace = pace
        environment.filesPlace = filesPlace
        environment.wireless = { _ in SetWireless(wireless) }
        if let configurationFile { environment.readConfiguration(at: configurationFile) }
        svm = StadiumVisionMobile(environment: environment)
        following = witness.follow(center)
    }

    /// An SDK that is configured for a recording, with a witness of everything, not started.
    convenience init(
        recording path: String, pace: Pace = .fast, witness: Witness = Witness(), filesPlace: String? = nil
    ) {
        self.init(pace: pace, witness: witness, filesPlace: filesPlace)
        svm.setConfig(["license": TestVenue.triplet, "source": ["capture": path]])
        svm.addVideoChannelListDelegate(witness)
        svm.addDataChannelListDelegate(witness)
        svm.addFileChannelListDelegate(witness)
    }

    /// An SDK that runs on the recording of 24 s, which is over.
    static func recorded(witness: Witness = Witness()) throws -> TestSDK {
        let recording = try TestVenue.recording.get()
        let sdk = TestSDK(recording: recording.path, witness: witness)
        sdk.svm.addDataChannelObserver(witness, forChannelName: "scores")
        sdk.svm.addFileChannelObserver(witness, forChannelName: "replays")
        let status = sdk.svm.start()
        guard status.isOk else { throw Failure(text: status.errorString ?? "") }
        sdk.witness.lines.wait { lines in
            lines.contains("scores: scores 3") && lines.contains { $0.hasPrefix("replays: line-up.txt") }
                && sdk.number("announcementsReceived") == recording.announcements
                && sdk.svm.session?.venue?.health.isFinished == true
        }
        return sdk
    }

    struct Failure: Error { var text: String }

    deinit {
        svm.shutdown()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A counter of the statistics.
    func number(_ key: String) -> Int { svm.stats()[key] as? Int ?? -1 }

    /// The video channel with this name.
    func video(_ name: String) -> SVMChannel? { svm.getVideoChannelListArray().first { $0.name == name } }
}
