import Foundation

/// What ffprobe and ffmpeg say of a source stream.
struct SourceListing {
    /// A packet as ffprobe lists it.
    struct Packet {
        var pts: Int64
        var dts: Int64
        var isKey: Bool
    }

    struct Stream {
        var kind: String
        var codec: String
        var pid: Int
        var rate: Int
        var packets: [Packet] = []
    }

    private(set) var streams: [Stream] = []

    /// Looks into a file of a folder.
    init(_ file: String, in folder: URL) throws {
        let text = try Tool.run(
            "ffprobe",
            [
                "-v", "error", "-show_entries",
                "stream=index,codec_type,codec_name,id,sample_rate:packet=stream_index,pts,dts,flags", "-of",
                "compact", file,
            ], in: folder
        ).output
        var found: [Int: Stream] = [:]
        var listed: [(Int, Packet)] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: "|").dropFirst().map { $0.split(separator: "=", maxSplits: 1) }
            let fields = Dictionary(
                words.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") },
                uniquingKeysWith: { first, _ in first })
            if line.hasPrefix("packet"), let index = Int(fields["stream_index"] ?? ""),
                let pts = Int64(fields["pts"] ?? "")
            {
                let dts = Int64(fields["dts"] ?? "") ?? pts
                listed.append((index, Packet(pts: pts, dts: dts, isKey: fields["flags"]?.hasPrefix("K") == true)))
            } else if line.hasPrefix("stream"), let index = Int(fields["index"] ?? "") {
                let id = fields["id"].flatMap { Int($0.dropFirst(2), radix: 16) } ?? 0
                found[index] = Stream(
                    kind: fields["codec_type"] ?? "", codec: fields["codec_name"] ?? "", pid: id,
                    rate: Int(fields["sample_rate"] ?? "") ?? 0)
            }
        }
        for (index, packet) in listed { found[index]?.packets.append(packet) }
        streams = found.sorted { $0.key < $1.key }.map(\.value)
    }
}
