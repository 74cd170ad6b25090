import Foundation
import StadiumVisionSDK

/// Notes everything that an application can be told, as lines.
final class Witness: SVMChannelListObserver, SVMDataObserver, SVMFileObserver {
    let lines = Lines()
    private let also: @Sendable (String) -> Void

    /// Also calls `also` with each line, from within what is told.
    init(also: @escaping @Sendable (String) -> Void = { _ in }) { self.also = also }

    private func note(_ line: String) {
        lines.add(line)
        also(line)
    }

    func onVideoChannelListUpdated(_ channelList: [SVMChannel]) { note("video \(channelList)") }
    func onDataChannelListUpdated(_ channelList: [SVMChannel]) { note("data \(channelList)") }
    func onFileChannelListUpdated(_ channelList: [SVMChannel]) { note("files \(channelList)") }
    func onData(_ data: Data, withChannelName channelName: String) {
        note("\(channelName): \(String(decoding: data, as: UTF8.self))")
    }
    func onFile(_ localFilename: String, withURI uri: String, withChannelName channelName: String) {
        let length = (try? Data(contentsOf: URL(filePath: localFilename)).count) ?? -1
        note("\(channelName): \(uri), \(length) bytes")
    }

    /// Notes every notification of `center` until the result is gone.
    func follow(_ center: NotificationCenter) -> Following {
        let names = [
            kSVMVideoEventNotification, kSVMVideoPlayerChannelStateChange, kSVMServiceStateChangedNotification,
            kSVMVenueConnectionUpdateNotification,
        ]
        return Following(
            center,
            names.map { name in
                center.addObserver(forName: name, object: nil, queue: nil) { [weak self] in self?.note(Self.line($0)) }
            })
    }

    private static func line(_ notification: Notification) -> String {
        let info = notification.userInfo ?? [:]
        func number(_ key: String) -> String { (info[key] as? NSNumber).map { "\($0.intValue)" } ?? "-" }
        switch notification.name {
        case kSVMVideoEventNotification:
            return (notification.object as? SVMEvent)?.type == kSVMEventTypeVideoBufferingActive
                ? "buffering" : "filled"
        case kSVMVideoPlayerChannelStateChange:
            let state = info[kSVMVideoPlayerChannelStateKey] as? String ?? "-"
            return "\(state) \(info[kSVMVideoPlayerChannelNameKey] as? String ?? "-")"
        case kSVMServiceStateChangedNotification:
            return "service \(number(kSVMServiceStateObjectKey)) \(number(kSVMServiceStateChangeReasonsObjectKey))"
        default: return "inside \(number(kSVMVenueConnectionStateObjectKey))"
        }
    }

    /// Someone follows a notification center.
    final class Following {
        private let center: NotificationCenter
        private let tokens: [any NSObjectProtocol]

        init(_ center: NotificationCenter, _ tokens: [any NSObjectProtocol]) {
            self.center = center
            self.tokens = tokens
        }

        deinit { for token in tokens { center.removeObserver(token) } }
    }
}
