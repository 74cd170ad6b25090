import Channels
import NetworkFormats
import ObjectDelivery
import Pipeline
import Protection
import VenueWire

/// Hands what file channels tell to a store, when there is one.
struct FileSink: ChannelSink, Sendable {
    /// Where files are kept; nil for nowhere.
    let store: FileStore?

    func opened(_ channel: ChannelIdentity) {
        if channel.kind == .file { store?.opened(channel.index, folder: channel.id) }
    }

    func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {}

    func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) {}

    func object(_ channel: Int32, _ event: ObjectEvent, _ bytes: RawSpan, at moment: Moment) {
        store?.take(channel, event, bytes)
    }
}
