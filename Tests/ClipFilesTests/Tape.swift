import Bytes
import Channels
import ClipFiles
import Clips
import Evidence
import History
import NetworkFormats
import Pipeline
import Protection
import Timing

/// Datagrams of a venue, to be played into engines piece by piece.
struct Tape: DatagramSink {
    private(set) var datagrams: [(header: DatagramHeader, bytes: [UInt8])] = []

    mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
        datagrams.append((header, payload.copied()))
    }

    mutating func advance(to time: StreamTime) {}

    var start: StreamTime { datagrams.first?.header.time ?? StreamTime(nanoseconds: 0) }
    var end: StreamTime { datagrams.last?.header.time ?? start }
}

/// An engine that keeps what a server keeps.
struct KeepingVenue {
    var engine: VenueEngine<NoSink>

    init(depth: Int64 = 30) {
        var parameters = VenueParameters()
        parameters.history = HistoryLimits(depth: StreamDuration(seconds: depth))
        engine = VenueEngine(parameters: parameters, output: NoSink())
    }

    mutating func play(_ tape: Tape, _ range: Range<Int>) {
        for (header, bytes) in tape.datagrams[range] { engine.ingest(header, bytes.lent) }
    }

    /// The evidence of a clip of a channel, as the server makes it; nil when there is no such clip.
    func evidence(_ request: ClipRequest, of channel: ChannelSnapshot) throws -> (
        clip: TransportClip, file: EvidenceFile
    )? {
        guard let history = channel.history, channel.transport != nil else { return nil }
        let named = ClipChannel(
            id: channel.identity.id, name: "Camera \"1\"", packetLength: channel.identity.packetLength ?? 188)
        guard let clip = try? TransportClip(request, of: named, from: history) else { return nil }
        let file = try EvidenceFile(of: clip.facts.stretches, channel: named, in: history, version: "0") {
            engine.excerpt(of: channel.identity.index, over: $0)
        }
        return (clip, file)
    }
}
