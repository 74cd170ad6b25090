import DeviceLink
import Foundation
import StadiumVisionSDK

/// An instance of the SDK of a test's own, and what it logged.
final class TestSDK: Sendable {
    let folder: String
    let link = SetLink()
    let svm: StadiumVisionMobile
    let log: Lines

    init(configurationFile: String? = nil) {
        folder = NSTemporaryDirectory() + "svm-sdk-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let log = Lines()
        self.log = log
        var environment = SDKEnvironment.bare(identityPath: folder + "/device-uuid", link: link) { log.add($0) }
        if let configurationFile { environment.readConfiguration(at: configurationFile) }
        svm = StadiumVisionMobile(environment: environment)
    }

    deinit {
        svm.shutdown()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
