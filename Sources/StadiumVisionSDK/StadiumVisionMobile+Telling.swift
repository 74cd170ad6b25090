import Foundation
import ObjectDelivery
import PacketIO
import Pipeline
import Playback
import Quality
import Session
import VenueRuntime
import VenueWire

extension StadiumVisionMobile {
    /// Takes an event of a run, on the session's thread, and has it told.
    func take(_ event: SessionEvent, of run: Int) {
        let isLast = state.withLock { $0.isEnding } && Self.isOfTheEnd(event)
        delivery.add(Self.subject(of: event)) { [weak self] in
            guard let self else { return }
            let isWanted = state.withLock { isLast || run > $0.silenced }
            if isWanted { tell(event) }
        }
    }

    /// Whether an event is one of those that end a run: they are told also when a callback ends it.
    private static func isOfTheEnd(_ event: SessionEvent) -> Bool {
        switch event {
        case .player(_, .state(.stop, _)), .player(_, .state(.close, _)), .venueConnection(false): true
        case .serviceState(let state): state.reasons.contains(.sdkNotRunning)
        case .channelList, .venueConnection, .data, .file, .player: false
        }
    }

    private static func subject(of event: SessionEvent) -> Delivery.Subject {
        switch event {
        case .channelList(let kind, let list): .list(kind, count: list.count)
        case .data(_, let message): .message(bytes: message.bytes.count)
        case .serviceState, .venueConnection, .file, .player: .other
        }
    }

    private func tell(_ event: SessionEvent) {
        switch event {
        case .channelList(let kind, let channels): tell(channels, of: kind)
        case .serviceState(let state): tell(state)
        case .venueConnection(let isConnected): tell(isConnected: isConnected)
        case .data(let channel, let message): tell(Data(message.bytes), on: channel)
        case .file(let channel, let file): tell(file, on: channel)
        case .player(let number, let change): tell(change, ofPlayer: number)
        }
    }

    // MARK: Lists, messages and files

    private func tell(_ channels: [ListedChannel], of kind: ChannelKind) {
        told.withLock { told in
            told.lists[kind] = channels
            guard kind == .file else { return }
            let kept = Set(channels.map(\.key))
            told.files = told.files.filter { kept.contains($0.key) }
        }
        logBook.say(
            .info,
            "\(kind.rawValue) channels: \(channels.isEmpty ? "none" : channels.map(\.name).joined(separator: ", "))")
        for entry in observers.those(for: [.list(kind)]) { entry.tell(list: channels.map(SVMChannel.init), of: kind) }
    }

    private func tell(_ data: Data, on channel: ListedChannel) {
        logBook.say(.debug, "message on \(channel.name): \(data.count) bytes")
        for entry in observers.those(for: channel.interests) {
            entry.tell { ($0 as? any SVMDataObserver)?.onData(data, withChannelName: channel.name) }
        }
    }

    private func tell(_ file: StoredFile, on channel: ListedChannel) {
        guard let path = path(of: file) else { return }
        logBook.say(.debug, "file on \(channel.name): \(file.record.uri)")
        told.withLock { told in
            let isFull = told.files[channel.key, default: [:]].count >= Self.toldFileLimit
            if isFull { told.files[channel.key] = nil }
            told.files[channel.key, default: [:]][file.record.uri] = file.record.version
        }
        for entry in observers.those(for: channel.interests) {
            entry.tell(file: path, uri: file.record.uri, channel: channel.name)
        }
    }

    /// Of more files than this a new observer is told only the newest.
    static let toldFileLimit = 10_000

    // MARK: Notifications

    private func tell(_ state: ServiceState) {
        let sentence = state.isUp ? "UP" : "DOWN (\(state.reasons.names.joined(separator: ", ")))"
        logBook.say(.info, "service \(sentence)")
        post(
            kSVMServiceStateChangedNotification,
            [
                kSVMServiceStateObjectKey: NSNumber(value: SVMServiceState(state).rawValue),
                kSVMServiceStateChangeReasonsObjectKey: NSNumber(value: state.reasons.rawValue),
            ])
    }

    private func tell(isConnected: Bool) {
        logBook.say(.info, "venue: \(isConnected ? "INSIDE" : "OUTSIDE")")
        post(
            kSVMVenueConnectionUpdateNotification, [kSVMVenueConnectionStateObjectKey: NSNumber(value: isConnected)])
    }

    private func tell(_ change: PlayerChange, ofPlayer number: Int) {
        switch change {
        case .state(let state, let channel):
            logBook.say(.debug, "player: \(state.rawValue) \(channel)")
            post(
                kSVMVideoPlayerChannelStateChange,
                [kSVMVideoPlayerChannelNameKey: channel, kSVMVideoPlayerChannelStateKey: state.rawValue])
        case .buffering(let isActive):
            logBook.say(.debug, "player: \(isActive ? "media run short" : "media are enough again")")
            let type = isActive ? kSVMEventTypeVideoBufferingActive : kSVMEventTypeVideoBufferingInactive
            environment.notifications.post(name: kSVMVideoEventNotification, object: SVMEvent(type: type))
        case .channelInvalid(let channel):
            logBook.say(.info, "channel \(channel) is no longer valid")
            state.withLock { $0.players[number] }?.controller?.onCurrentChannelInvalid()
        }
    }

    private func post(_ name: Notification.Name, _ info: [String: Any]) {
        environment.notifications.post(name: name, object: nil, userInfo: info)
    }
}

extension ListedChannel {
    /// What observers of it asked for.
    var interests: [Interest] { [.channel(key), .name(kind, name)] }
}

extension Registration {
    func tell(list: [SVMChannel], of kind: ChannelKind) {
        tell { observer in
            guard let observer = observer as? any SVMChannelListObserver else { return }
            switch kind {
            case .video: observer.onVideoChannelListUpdated(list)
            case .data: observer.onDataChannelListUpdated(list)
            case .file: observer.onFileChannelListUpdated(list)
            }
        }
    }

    func tell(file path: String, uri: String, channel: String) {
        tell { ($0 as? any SVMFileObserver)?.onFile(path, withURI: uri, withChannelName: channel) }
    }
}
