import Glibc
public import NetworkFormats
public import Timing
public import VenueSettings
public import VenueSimulator
import VenueWire

/// Makes what a venue sends from its file: reads transport streams and folders, and settles what the file leaves open.
public struct VenueLoading {
    /// The UDP port that Streamers are said to send from in captures.
    private static let sourcePort: UInt16 = 5_000
    /// The lowest bit rate that is announced, in kbit/s.
    private static let dataKbps = 64
    private static let fileKbps = 2_000

    private let file: VenueFile
    private let folder: String
    private var materials: [String: LoopMaterial] = [:]

    /// Of the venue file `file`, which lies in `folder`.
    public init(_ file: VenueFile, in folder: String) {
        self.file = file
        self.folder = folder
    }

    /// The venue from `start` on for `duration`, with Streamers at `addresses`.
    public mutating func spec(
        start: StreamTime, duration: StreamDuration?, addresses: [IPAddress]
    ) throws(VenueLoadFailure) -> NativeVenueSpec {
        var channels: [NativeChannelSpec] = []
        for channel in file.channels { channels.append(try self.channel(channel)) }
        let streamers = file.streamers.enumerated().map { index, streamer in
            NativeVenueSpec.Streamer(
                id: streamer.id, name: streamer.name, source: Endpoint(addresses[index], Self.sourcePort))
        }
        return NativeVenueSpec(
            start: start, duration: duration,
            license: VenueAnnouncement.License(
                venueName: file.license.venueName, contentOwner: file.license.contentOwner,
                appDeveloper: file.license.appDeveloper),
            title: file.title, announcements: file.announcements,
            period: StreamDuration(milliseconds: Int64(file.periodMs)), twins: file.twins,
            impairment: Impairment(file.impairment, interval: .zero), streamers: streamers, channels: channels,
            seed: file.seed)
    }

    private mutating func channel(_ channel: VenueFileChannel) throws(VenueLoadFailure) -> NativeChannelSpec {
        var interval = StreamDuration.zero
        var bandwidth = 0
        let content: NativeChannelSpec.Content
        switch channel.content {
        case .video(let path, let offset):
            let material = try material(path, channel.path)
            content = .video(material, offset: StreamDuration(nanoseconds: Int64(offset * 1e9)))
            bandwidth = material.bitRate / 1_000
            interval = material.interval
        case .data(let planned, let repeats):
            content = .data(planned.compactMap(NativeMessage.init), repeats: repeats)
            bandwidth = Self.dataKbps
        case .file(let path):
            content = .file(try files(path, channel.path))
            bandwidth = Self.fileKbps
        }
        return NativeChannelSpec(
            name: channel.name, text: channel.text, sessionNumber: channel.sessionNumber, streamer: channel.streamer,
            destination: channel.destination, isSourceSpecific: channel.isSourceSpecific,
            bandwidthKbps: channel.bandwidthKbps ?? bandwidth,
            protection: AnnouncedProtection(channel.protection, interval: interval),
            impairment: Impairment(channel.impairment, interval: interval), content: content)
    }

    private mutating func material(_ path: String, _ key: String) throws(VenueLoadFailure) -> LoopMaterial {
        if let known = materials[path] { return known }
        let bytes: [UInt8]
        switch WholeFile.read(WholeFile.path(path, in: folder), limit: LoopMaterial.sizeLimit) {
        case .success(let read): bytes = read
        case .failure(let reason):
            throw VenueLoadFailure(path: "\(key).ts", reason: "cannot read \(path): \(reason.text)")
        }
        do throws(LoopFailure) {
            let material = try LoopMaterial(bytes)
            materials[path] = material
            return material
        } catch {
            throw VenueLoadFailure(path: "\(key).ts", reason: "cannot send \(path): \(error)")
        }
    }

    private func files(_ path: String, _ key: String) throws(VenueLoadFailure) -> [NativeFile] {
        let path = WholeFile.path(path, in: folder)
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            throw VenueLoadFailure(
                path: "\(key).folder", reason: "cannot read \(path): \(String(cString: strerror(errno)))")
        }
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            throw VenueLoadFailure(path: "\(key).folder", reason: "\(path) is no folder")
        }
        return FolderFiles(at: path).load(from: path)
    }
}

@available(*, unavailable)
extension VenueLoading: Sendable {}

extension LoopMaterial {
    /// How much time passes from one datagram of seven packets to the next.
    var interval: StreamDuration {
        StreamDuration(nanoseconds: period.nanoseconds / Int64(max(1, packetCount / 7)))
    }
}

extension NativeMessage {
    /// The message of a venue file; nil for what comes from elsewhere while the venue runs.
    init?(_ planned: VenueFileMessage) {
        guard case .text(let text) = planned.source else { return nil }
        self.init(
            at: StreamDuration(milliseconds: Int64(planned.atMs)),
            every: planned.everyMs.map { StreamDuration(milliseconds: Int64($0)) }, Array(text.utf8))
    }
}

extension AnnouncedProtection {
    /// What is announced of a channel whose packets are `interval` apart.
    init(_ protection: VenueFileChannel.Protection, interval: StreamDuration) {
        switch protection {
        case .none: self.init()
        case .parity(let columns, let rows): self.init(scheme: .parity, columns: columns, rows: rows)
        case .reedSolomon(let sources, let repairs, let matrix, let port, let windowMs):
            let isVideo = interval > .zero
            self.init(
                scheme: .reedSolomon, matrix: matrix, sourceCount: sources, repairCount: repairs,
                symbolLength: isVideo ? Self.videoSymbolLength : 0, repairPort: isVideo ? port : nil,
                windowMs: windowMs ?? Int((interval * Int64(sources)).milliseconds.rounded()))
        }
    }

    /// A datagram of seven packets with its RTP header, flow and length (RFC 6865).
    private static let videoSymbolLength = 12 + 7 * 188 + 3
}

extension Impairment {
    /// What the words of a venue file mean for a channel whose packets are `interval` apart.
    init(_ words: VenueImpairment, interval: StreamDuration) {
        let loss = LossModel(share: words.loss, burst: words.burst)
        self.init(
            loss: loss, repairLoss: loss, duplicates: words.duplicate, repairDuplicates: words.duplicate,
            detours: words.reorder, detour: max(Self.shortestDetour, interval * 4),
            jitter: StreamDuration(nanoseconds: Int64(words.jitterMs * 1e6)), sparedSources: 0)
    }

    /// A detour takes at most so long, or four packets' time.
    private static let shortestDetour = StreamDuration(milliseconds: 20)
}

extension LossModel {
    /// A share of losses, `burst` in a row on the average; one by one when that is 1.
    init(share: Double, burst: Double) {
        guard share > 0 else {
            self = .none
            return
        }
        guard burst > 1 else {
            self = .bernoulli(share)
            return
        }
        // In the long run the bad state lasts its share: toBad / (toBad + toGood).
        let toBad = share / (burst * (1 - share))
        self = .gilbertElliott(
            toBad: min(1, toBad), toGood: toBad > 1 ? (1 - share) / share : 1 / burst, lossInGood: 0, lossInBad: 1)
    }
}
