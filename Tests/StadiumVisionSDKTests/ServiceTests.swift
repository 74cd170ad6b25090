import DeviceLink
import Foundation
import Quality
import Session
import Testing

@testable import StadiumVisionSDK

@Suite("Service and venue")
struct ServiceTests {
    @Test("B1, B4, C9, M24: the service is asked for and told: down before start, up with channels, down in the end")
    func upAndDown() throws {
        let sdk = try TestSDK.recorded()
        #expect(sdk.svm.getServiceState() == kSVMServiceStateUp)
        #expect(sdk.svm.getServiceDownReasons() == [])
        sdk.svm.shutdown()
        #expect(sdk.svm.getServiceState() == kSVMServiceStateDown)
        #expect(sdk.svm.getServiceDownReasons() == kSVMServiceDownReasonSDKNotRunning)
        let told = sdk.witness.lines.all.filter { $0.hasPrefix("service") }
        // Up without reasons, and down because the SDK was stopped, last.
        #expect(told.suffix(2) == ["service 1 0", "service 0 1"])
    }

    @Test(
        "B2, X14: without the link the service is down for that alone, and up again with it",
        arguments: [
            LinkStatus.Trouble.missing, .disabled, .notConnected, .noAddress,
        ])
    func link(_ trouble: LinkStatus.Trouble) throws {
        let sdk = try TestSDK.recorded()
        sdk.link.set(LinkStatus(trouble: trouble))
        #expect(sdk.witness.lines.wait { $0.contains("service 0 2") })
        #expect(sdk.svm.getServiceDownReasons() == kSVMServiceDownReasonWiFiDown)
        #expect(sdk.svm.getVideoChannelListArray().isEmpty)
        #expect(sdk.witness.lines.wait { $0.contains("video []") })
    }

    @Test(
        "B5, 3.5, N13-N15: a notification bears the state and all reasons, which the guide's example reads in its order",
        arguments: [
            (UInt(0), 1, ""), (1, 0, "SDK"), (2, 0, "WiFi"), (4, 0, "channels"), (8, 0, "quality"), (12, 0, "channels"),
            (10, 0, "WiFi"), (15, 0, "SDK"),
        ])
    func notification(_ bits: UInt, _ state: Int, _ shown: String) throws {
        let sdk = TestSDK()
        let seen = Lines()
        let token = sdk.center.addObserver(forName: kSVMServiceStateChangedNotification, object: nil, queue: nil) {
            notify in
            let serviceStateDict = notify.userInfo
            let serviceState = (serviceStateDict?[kSVMServiceStateObjectKey] as? NSNumber)?.uintValue ?? 99
            let reasonsBitmap =
                (serviceStateDict?[kSVMServiceStateChangeReasonsObjectKey] as? NSNumber)?.uintValue ?? 99
            seen.add("\(serviceState)")
            if serviceState == kSVMServiceStateDown {
                if reasonsBitmap & kSVMServiceDownReasonSDKNotRunning != 0 {
                    seen.add("SDK")
                } else if reasonsBitmap & kSVMServiceDownReasonWiFiDown != 0 {
                    seen.add("WiFi")
                } else if reasonsBitmap & kSVMServiceDownReasonNoChannels != 0 {
                    seen.add("channels")
                } else if reasonsBitmap & kSVMServiceDownReasonPoorQuality != 0 {
                    seen.add("quality")
                }
            } else if serviceState == kSVMServiceStateUp {
                seen.add("")
            }
        }
        defer { sdk.center.removeObserver(token) }
        sdk.svm.take(.serviceState(ServiceState(reasons: ServiceState.Reasons(rawValue: bits))), of: 1)
        sdk.svm.delivery.finish()
        #expect(seen.all == ["\(state)", shown])
    }

    @Test("B6, 3.12, X15, M25, N21, N22: inside the venue is asked for and told, with its own key")
    func venue() throws {
        let sdk = try TestSDK.recorded()
        #expect(sdk.svm.isConnectedToVenue())
        #expect(sdk.witness.lines.all.filter { $0.hasPrefix("inside") } == ["inside 1"])
        sdk.svm.shutdown()
        #expect(!sdk.svm.isConnectedToVenue())
        #expect(sdk.witness.lines.all.filter { $0.hasPrefix("inside") } == ["inside 1", "inside 0"])
    }

    @Test("3.12, B8: another application in the same venue is inside, and has no channels")
    func otherApplication() throws {
        let recording = try TestVenue.recording.get()
        let sdk = TestSDK(recording: recording.path)
        sdk.svm.setConfig(["license": ["appDeveloper": "Somebody else"]])
        #expect(sdk.svm.start().isOk)
        #expect(sdk.witness.lines.wait { $0.contains("inside 1") })
        #expect(sdk.svm.getServiceDownReasons() == kSVMServiceDownReasonNoChannels)
        #expect(sdk.svm.getVideoChannelListArray().isEmpty)
    }

    @Test(
        "B8, 3.6: another field of use empties the lists at once, and the right one fills them no more than is announced"
    )
    func otherLicense() throws {
        let sdk = try TestSDK.recorded()
        #expect(sdk.svm.getVideoChannelListArray().count == 2)
        #expect(sdk.svm.setConfig(["license": ["venueName": "Elsewhere"]]).isOk)
        #expect(sdk.witness.lines.wait { $0.contains("video []") && $0.contains("data []") && $0.contains("files []") })
        #expect(sdk.number("channelsPruned") == 5)
    }

    @Test("device notifications go to the default center")
    func center() {
        #expect(SDKEnvironment.device.notifications === NotificationCenter.default)
    }

    @Test("B11: in the background the SDK is shut down by itself, and up again in the foreground")
    func background() throws {
        let sdk = try TestSDK.recorded()
        sdk.svm.applicationDidEnterBackground()
        #expect(sdk.witness.lines.wait { $0.contains("service 0 1") })
        #expect(sdk.svm.getVideoChannelListArray().isEmpty)
        #expect(!sdk.svm.isConnectedToVenue())
        sdk.svm.applicationWillEnterForeground()
        #expect(
            sdk.witness.lines.wait { $0.last { $0.hasPrefix("service") } == "service 0 4" || $0.last == "service 1 0" })
    }
}
