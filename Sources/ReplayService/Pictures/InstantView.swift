import Channels
import ClipFiles
import Clips
import History
import NetworkFormats
import Pipeline
import Quality
import Reports
import Timing
import VenueSettings
import VenueWire

/// Every channel at one instant.
struct InstantView: Sendable {
    /// A picture, and where it is to be had.
    struct Picture: Sendable {
        var plan: PicturePlan
        /// Its address without a width.
        var address: String
    }

    /// One channel at the instant.
    struct Channel: Sendable {
        var id: String
        var name: String
        var kind: String
        /// What is set for the channel, and the channel's own time of the instant, which is that much earlier.
        var offset: StreamDuration
        var time: StreamTime
        var picture: Picture?
        /// The window that holds the picture's last packet, or that of the sound.
        var window: KeptWindow?
        var linkIndicator: Int?
        /// The last message of a data channel up to the instant.
        var message: KeptMessage?
        /// Its name for those who ask for it again.
        var messageID: String?
        /// Why there is no picture or message.
        var problem: String?
        /// Whether the same will be said for as long as the media are kept.
        var isFinal = false
    }

    /// The instant.
    var time: StreamTime
    /// Whether the same will be said for as long as the media are kept.
    var isSettled: Bool
    /// The channels, in the order of reports.
    var channels: [Channel]
}

extension InstantView {
    /// Channels whose newest pictures are at most this much behind the newest of all are live.
    private static let liveSpan = StreamDuration(seconds: 2)

    /// Looks at every channel of `view`; `offsets` are those of the configuration, in milliseconds, by id.
    init(
        at instant: StillRequest.Instant, _ view: VenueView, offsets: [String: VenueConfiguration.Channel],
        messages: (ChannelView) -> KeptMessages?
    ) {
        func offset(_ channel: ChannelView) -> StreamDuration {
            StreamDuration(milliseconds: Int64(offsets[channel.id]?.offsetMs ?? 0))
        }
        let now = view.venue.now.time
        let time: StreamTime
        var isAbsolute = false
        switch instant {
        case .absolute(let asked): (time, isAbsolute) = (asked, true)
        case .beforeLiveEdge(let length):
            let edges = view.channels.compactMap { channel in
                channel.snapshot.history?.liveEdge.map { $0 + offset(channel) }
            }
            time = Self.time(length, before: edges, now)
        }
        let channels = view.channels.map { channel in
            Channel(channel, at: time - offset(channel), offset: offset(channel), now: now) { messages(channel) }
        }
        self.init(time: time, isSettled: isAbsolute && channels.allSatisfy(\.isFinal), channels: channels)
    }

    /// So long before the earliest of the channels' live edges, but for those of channels that are not live any more.
    private static func time(
        _ length: StreamDuration, before edges: [StreamTime], _ now: StreamTime
    ) -> StreamTime {
        let newest = edges.max() ?? now
        let edge = edges.filter { newest - $0 <= liveSpan }.min() ?? now
        // At the edge itself nothing is presented yet.
        return max(StreamTime(nanoseconds: 0), min(edge - length, edge - StreamDuration(nanoseconds: 1)))
    }
}

extension InstantView.Channel {
    init(
        _ channel: ChannelView, at time: StreamTime, offset: StreamDuration, now: StreamTime,
        _ messages: () -> KeptMessages?
    ) {
        id = channel.id
        name = channel.name
        kind = channel.report.kind.rawValue
        self.offset = offset
        self.time = time
        linkIndicator = channel.snapshot.link.timeline.last { $0.time <= time }?.value
        switch channel.snapshot.identity.kind {
        case .video: takePicture(channel)
        case .data: takeMessage(channel, messages(), now)
        case .file: isFinal = true
        }
    }

    private mutating func takePicture(_ channel: ChannelView) {
        guard let facts = channel.snapshot.transport, let history = channel.snapshot.history else {
            problem = "it carries no transport stream"
            return
        }
        do throws(PictureFailure) {
            let plan: PicturePlan
            do throws(ClipFailure) { plan = try PicturePlan(at: .absolute(time), in: history) } catch {
                throw PictureFailure.clip(error)
            }
            window = history.window(of: plan.target)
            isFinal = plan.isFinal && window != nil
            _ = try PictureSource(history, facts: facts, of: ClipChannel(channel)).codec(of: plan)
            picture = InstantView.Picture(
                plan: plan, address: "/api/v1/channels/\(channel.id)/thumb.jpg?at=\(time.epochSeconds)")
        } catch {
            problem = error.description
        }
    }

    private mutating func takeMessage(_ channel: ChannelView, _ kept: KeptMessages?, _ now: StreamTime) {
        let behind = time + StreamDuration(nanoseconds: 1)
        message = kept?.between(StreamTime(nanoseconds: .min), behind).last
        let epoch = channel.snapshot.identity.firstSeen.time.nanoseconds / 1_000_000
        messageID = message.map { MessageID(epoch: epoch, number: $0.number).text }
        isFinal = time < now
        guard message == nil else { return }
        let isGone = kept?.lastGone.map { time <= $0 } ?? false
        problem = isGone ? "the messages of then are not kept any more" : "no message had come by then"
    }
}
