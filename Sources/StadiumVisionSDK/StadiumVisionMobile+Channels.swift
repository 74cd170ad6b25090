import PacketIO
import Session
import VenueWire

extension StadiumVisionMobile {
    /// Tells `delegate`, which is held weakly, of every change of the video channels; at once when there are any (Table 2-5).
    @discardableResult
    public func addVideoChannelListDelegate(_ delegate: any SVMChannelListObserver) -> SVMStatus {
        SVMStatus { add(delegate, toListOf: .video) }
    }

    /// Tells `delegate` of video channels no more (Table 2-7).
    @discardableResult
    public func removeVideoChannelListDelegate(_ delegate: any SVMChannelListObserver) -> SVMStatus {
        SVMStatus { remove(delegate, for: .list(.video)) }
    }

    /// Tells `delegate`, which is held weakly, of every change of the data channels; at once when there are any (Table 2-8).
    @discardableResult
    public func addDataChannelListDelegate(_ delegate: any SVMChannelListObserver) -> SVMStatus {
        SVMStatus { add(delegate, toListOf: .data) }
    }

    /// Tells `delegate` of data channels no more (Table 2-9).
    @discardableResult
    public func removeDataChannelListDelegate(_ delegate: any SVMChannelListObserver) -> SVMStatus {
        SVMStatus { remove(delegate, for: .list(.data)) }
    }

    /// The video channels now, in the order in which they were first announced (Table 2-21).
    public func getVideoChannelListArray() -> [SVMChannel] { list(.video) }

    /// The data channels now, in the order in which they were first announced (Table 2-22).
    public func getDataChannelListArray() -> [SVMChannel] { list(.data) }

    /// The Streamers that were heard, also those that are not allowed (Table 2-30).
    public func getStreamerArray() -> [SVMStreamer] { (session?.streamers ?? []).map(SVMStreamer.init) }

    /// The video channels now: `getVideoChannelListArray` in Swift's manner.
    public var videoChannels: [SVMChannel] { list(.video) }

    /// The data channels now: `getDataChannelListArray` in Swift's manner.
    public var dataChannels: [SVMChannel] { list(.data) }

    func list(_ kind: ChannelKind) -> [SVMChannel] { (session?.channels(kind) ?? []).map(SVMChannel.init) }

    func add(_ delegate: any SVMChannelListObserver, toListOf kind: ChannelKind) {
        add(delegate, for: .list(kind)) { [told] entry in
            let channels = told.withLock { $0.lists[kind] ?? [] }
            if !channels.isEmpty { entry.tell(list: channels.map(SVMChannel.init), of: kind) }
        }
    }

    /// Adds an observer, which is told first what `first` says; what was told before comes to it by that alone.
    func add(
        _ observer: any AnyObject & Sendable, for interest: Interest,
        first: @escaping @Sendable (Registration) -> Void = { _ in }
    ) {
        guard let entry = observers.add(observer, for: interest) else { return }
        delivery.add(.own) {
            entry.activate()
            first(entry)
        }
    }

    func remove(_ observer: any AnyObject & Sendable, for interest: Interest) {
        observers.remove(observer, for: interest, isTelling: delivery.mayNotWait)
    }
}
