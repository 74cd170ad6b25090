import Session
import VenueWire

// The bare names `addDataChannelObserver` and `removeDataChannelObserver` of Table 2-1 are those of the two forms each below.
extension StadiumVisionMobile {
    /// Delivers the messages of a data channel to `observer`, which is held weakly (Table 2-12).
    ///
    /// Messages come once each, from now on, in order. Fails for a channel that carries something else.
    @discardableResult
    public func addDataChannelObserver(_ observer: any SVMDataObserver, forChannel channel: SVMChannel) -> SVMStatus {
        SVMStatus { add(observer, for: .channel(try channel.key(.data))) }
    }

    /// Delivers the messages of every data channel called `channelName` to `observer`, now and later (Table 2-12).
    @discardableResult
    public func addDataChannelObserver(
        _ observer: any SVMDataObserver, forChannelName channelName: String
    ) -> SVMStatus {
        SVMStatus { add(observer, for: .name(.data, channelName)) }
    }

    /// Delivers the messages of a data channel to `observer` no more, unless it was added by name as well (Table 2-13).
    @discardableResult
    public func removeDataChannelObserver(
        _ observer: any SVMDataObserver, forChannel channel: SVMChannel
    ) -> SVMStatus {
        SVMStatus { remove(observer, for: .channel(channel.listed.key)) }
    }

    /// Delivers the messages of data channels called `channelName` to `observer` no more (Table 2-1).
    @discardableResult
    public func removeDataChannelObserver(
        _ observer: any SVMDataObserver, forChannelName channelName: String
    ) -> SVMStatus {
        SVMStatus { remove(observer, for: .name(.data, channelName)) }
    }
}

/// A channel was named where only those of another kind can stand.
struct WrongKind: Error, CustomStringConvertible {
    let channel: String
    let kind: ChannelKind
    let wanted: ChannelKind

    var description: String {
        "\"\(channel)\" is a \(kind.rawValue) channel: choose one of the list of \(wanted.rawValue) channels"
    }
}

extension SVMChannel {
    /// What tells the channel from others, if it is of the kind that is wanted.
    func key(_ wanted: ChannelKind) throws(WrongKind) -> ListedChannel.Key {
        guard listed.kind == wanted else { throw WrongKind(channel: name, kind: listed.kind, wanted: wanted) }
        return listed.key
    }
}
