import Channels
public import Foundation
import NetworkFormats
import Timing

/// A Streamer server that was heard (`getStreamerArray`); the guide names no properties, these are the report's.
public struct SVMStreamer: Sendable, Hashable {
    /// Where its announcements come from, as text.
    public let address: String
    /// Its id; empty when it says none.
    public let id: String
    /// What it calls itself; empty when it does not say.
    public let name: String
    /// Whether the configuration lets its channels be shown (`streamers.allowed`).
    public let isAllowed: Bool
    /// When it announced last, in stream time.
    public let lastHeard: Date

    init(_ record: StreamerRecord) {
        address = "\(record.address)"
        id = record.id
        name = record.name
        isAllowed = record.isAllowed
        lastHeard = Date(timeIntervalSince1970: Double(record.last.nanoseconds) / 1e9)
    }
}
