public import Timing
public import TransportStream

/// What a clip is, and what became of its packets on the way.
public struct ClipFacts: Hashable, Sendable {
    /// Where the asked window begins, as UTC.
    public var requestedStart: StreamTime
    /// The picture time of the first picture of the window.
    public var start: StreamTime
    /// How long the clip lasts, by the time stamps of its pictures; outages inside it count.
    public var duration: StreamDuration
    /// How long before `start` the first picture that players show is presented: decoding starts there.
    ///
    /// Nothing where a file hides what is only decoded.
    public var preroll: StreamDuration
    /// What the bytes keep: a transport stream asked for frame by frame begins at a random access point.
    public var accuracy: ClipAccuracy
    /// Which packets it is made of.
    public var content: ClipContent
    /// Packets of the clip's stretch that did not arrive, those that were rebuilt among them.
    public var lostPackets: Int
    /// Packets that were rebuilt.
    public var recoveredPackets: Int
    /// How the protection windows behind the clip ended.
    public var windows: ClipWindows
    /// The packets that its bytes are made of, missing ones among them: what its windows and its evidence go by.
    public var stretches: [PacketStretch]
    /// Whether less than the asked window is delivered.
    public var isClipped: Bool
    /// Whether the same request gives the same bytes for as long as they are kept: picture times are final, and no sound of
    /// the clip is still to come.
    public var isFinal: Bool
    /// How many pieces the clip is made of: behind each but the first, the time base begins anew, or media are missing.
    public var parts: Int
    /// The places in the window where media do not go on as they were: outages, new time bases, loss that was not repaired.
    public var gaps: [ClipGap] = []
    /// The codecs of the channel's pictures and other streams that the file has no track of: those that its format cannot carry,
    /// and those that the pictures of the window go on with behind its end.
    public var leftOut: [Codec] = []
    /// The arguments of a request that gives the same clip for ever; nil while picture times are not final.
    public var location: String?
    /// A strong entity tag, in its quotes: equal for equal bytes of the same cut.
    public var entityTag: String
    /// A file name without its ending: channel, UTC, length, lost packets.
    public var fileName: String

    /// The headers that say all this in an HTTP answer.
    public var headers: [(name: String, value: String)] {
        var headers = [
            ("X-Clip-Start", start.rfc3339(digits: 6)), ("X-Clip-Duration", duration.decimalSeconds),
            ("X-Clip-Requested-Start", requestedStart.rfc3339(digits: 6)),
            ("X-Clip-Accuracy", accuracy.rawValue), ("X-Clip-Preroll-Ms", String(preroll.nanoseconds / 1_000_000)),
            ("X-Clip-Lost-Packets", String(lostPackets)), ("X-Clip-Recovered-Packets", String(recoveredPackets)),
            ("X-Clip-Windows", windows.text),
        ]
        if parts > 1 { headers.append(("X-Clip-Parts", String(parts))) }
        if !gaps.isEmpty { headers.append(("X-Clip-Gaps", String(gaps.count))) }
        if !leftOut.isEmpty {
            headers.append(("X-Clip-Left-Out", leftOut.map(\.rawValue).joined(separator: ",")))
        }
        return headers.map { (name: $0.0, value: $0.1) }
    }
}
