public import Foundation

// The guide's constants (Tables 2-6, 2-34 and 3, and its examples). A notification's name, and a key, is its own text.

/// A video event happened; the `object` is an `SVMEvent` (Table 2-34).
public let kSVMVideoEventNotification = Notification.Name("kSVMVideoEventNotification")
/// Media run short: show that (Table 2-34).
public let kSVMEventTypeVideoBufferingActive = SVMEventType.videoBufferingActive
/// Media are enough again (Table 2-34).
public let kSVMEventTypeVideoBufferingInactive = SVMEventType.videoBufferingInactive

/// A player's channel has another state; `userInfo` has its name and state.
public let kSVMVideoPlayerChannelStateChange = Notification.Name("kSVMVideoPlayerChannelStateChange")
/// The channel's name, a `String`.
public let kSVMVideoPlayerChannelNameKey = "kSVMVideoPlayerChannelNameKey"
/// The channel's state, one of the texts below.
public let kSVMVideoPlayerChannelStateKey = "kSVMVideoPlayerChannelStateKey"
/// The player opened the channel's session (Table 2-34).
public let kSVMVideoOpenState = "open"
/// The player plays the channel (Table 2-34).
public let kSVMVideoPlayState = "play"
/// The play-head went back in the history (Table 2-34).
public let kSVMVideoRewindState = "rewind"
/// The play-head came to the live position (Table 2-34).
public let kSVMVideoLiveState = "live"
/// The player stopped playing (Table 2-34).
public let kSVMVideoStopState = "stop"
/// The player closed the channel's session (Table 2-34).
public let kSVMVideoCloseState = "close"

/// The service went up or down, or is down for other reasons; `userInfo` has both keys below.
public let kSVMServiceStateChangedNotification = Notification.Name("kSVMServiceStateChangedNotification")
/// The state, an `NSNumber` of `SVMServiceState`.
public let kSVMServiceStateObjectKey = "kSVMServiceStateObjectKey"
/// Why it is down, an `NSNumber` with the bits of `SVMServiceDownReason`; 0 when it is up.
public let kSVMServiceStateChangeReasonsObjectKey = "kSVMServiceStateChangeReasonsObjectKey"
/// The service is there.
public let kSVMServiceStateUp = SVMServiceState.up
/// The service is not there.
public let kSVMServiceStateDown = SVMServiceState.down
/// The SDK was not started, or was stopped (The guide's example; not in Table 3).
public let kSVMServiceDownReasonSDKNotRunning = SVMServiceDownReason(rawValue: 1)
/// The Wi-Fi interface is missing or disabled, or the connection is down (Table 3).
public let kSVMServiceDownReasonWiFiDown = SVMServiceDownReason(rawValue: 2)
/// No valid, licensed channels are announced (Table 3).
public let kSVMServiceDownReasonNoChannels = SVMServiceDownReason(rawValue: 4)
/// The tuned channel loses too much (Table 3).
public let kSVMServiceDownReasonPoorQuality = SVMServiceDownReason(rawValue: 8)

/// The device entered or left the venue; `userInfo` has the key below.
public let kSVMVenueConnectionUpdateNotification = Notification.Name("kSVMVenueConnectionUpdateNotification")
/// Whether it is inside, an `NSNumber` of a truth value.
public let kSVMVenueConnectionStateObjectKey = "kSVMVenueConnectionStateObjectKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// What a person should know. (The level that `start` sets.)
public let SVM_API_LOG_INFO = SVMLogLevel.info
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Everything (Table 2-6).
public let SVM_API_LOG_DEBUG = SVMLogLevel.debug
