public import History
public import Timing
public import TransportStream

/// A channel as a player knows it.
public struct PlayedChannel: Hashable, Sendable {
    /// What tells it from others; the venue knows it by this.
    public var id: String
    /// What people call it.
    public var name: String
    /// The length of its protection windows.
    public var window: StreamDuration

    /// A channel with its id and name.
    public init(id: String, name: String, window: StreamDuration = StreamDuration(milliseconds: 500)) {
        self.id = id
        self.name = name
        self.window = window
    }
}

/// What a venue keeps of a channel at one moment.
public struct PlayedHistory: Sendable {
    /// The media and the index.
    public var history: HistorySnapshot
    /// What is known of the stream: its tracks.
    public var transport: TransportFacts?
    /// Bytes from one transport packet to the next.
    public var packetLength: Int

    /// What is kept.
    public init(history: HistorySnapshot, transport: TransportFacts?, packetLength: Int) {
        self.history = history
        self.transport = transport
        self.packetLength = packetLength
    }
}

/// Where a player finds the media of channels.
public protocol PlayedVenue: Sendable {
    /// What is kept of a channel, up to the last turn; nil while none of its media came.
    func history(of channel: PlayedChannel) -> PlayedHistory?
    /// Stream time now, and whether it goes on by itself: it does not once a capture has ended. Nil before the first datagram.
    var clock: (now: StreamTime, isRunning: Bool)? { get }
}
