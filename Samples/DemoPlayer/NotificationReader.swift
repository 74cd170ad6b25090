import Foundation
import StadiumVisionSDK

/// Says what the SDK's notifications say.
final class NotificationReader {
    private var tokens: [any NSObjectProtocol] = []

    init(_ screen: Screen) {
        follow(kSVMVideoEventNotification) { notification in
            let event = notification.object as? SVMEvent
            switch event?.type {
            case kSVMEventTypeVideoBufferingActive: screen.say("buffering ...")
            case kSVMEventTypeVideoBufferingInactive: screen.say("not buffering")
            default: break
            }
        }
        follow(kSVMVideoPlayerChannelStateChange) { notification in
            let state = notification.userInfo?[kSVMVideoPlayerChannelStateKey] as? String ?? ""
            let name = notification.userInfo?[kSVMVideoPlayerChannelNameKey] as? String ?? ""
            screen.say("### VIDEO PLAYER: \(state.uppercased()) \(name)")
        }
        follow(kSVMServiceStateChangedNotification) { notification in
            let state = (notification.userInfo?[kSVMServiceStateObjectKey] as? NSNumber)?.uintValue ?? 0
            guard state == kSVMServiceStateDown else { return screen.say("*** SERVICE STATE: UP") }
            screen.say("*** SERVICE STATE: DOWN")
            let bitmap = (notification.userInfo?[kSVMServiceStateChangeReasonsObjectKey] as? NSNumber)?.uintValue ?? 0
            for (reason, text) in Self.reasons where bitmap & reason != 0 { screen.say("SERVICE DOWN: \(text)") }
            screen.say("The service is not available now.")
        }
        follow(kSVMVenueConnectionUpdateNotification) { notification in
            let isInside = (notification.userInfo?[kSVMVenueConnectionStateObjectKey] as? NSNumber)?.boolValue ?? false
            screen.say("###### Venue Connection Updated: \(isInside ? "INSIDE" : "OUTSIDE")")
        }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    private static let reasons: [(SVMServiceDownReason, String)] = [
        (kSVMServiceDownReasonSDKNotRunning, "SVM SDK was stopped"),
        (kSVMServiceDownReasonWiFiDown, "WiFi connection is down"),
        (kSVMServiceDownReasonNoChannels, "No valid licensed SVM channels available"),
        (kSVMServiceDownReasonPoorQuality, "Poor quality conditions detected"),
    ]

    private func follow(_ name: Notification.Name, _ read: @escaping @Sendable (Notification) -> Void) {
        tokens.append(NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil, using: read))
    }
}
