import Bytes
import Clips
import Storage
import Timing
import VenueSettings

extension FuzzTarget {
    /// Lengths beyond this are no numbers of 53 bits any more, in nanoseconds.
    private static let exactLength: UInt64 = 1 << 52

    /// What lies on the disk beside a saved clip: what is read is of our kind, and comes back when it is written again.
    static func savedClip(_ input: RawSpan, _ complaints: inout Complaints) {
        guard let clip = SavedClip(parsing: input.copied()) else { return }
        complaints.expect(!clip.files.isEmpty, "no files")
        complaints.expect(clip.files.allSatisfy { $0.bytes >= 0 } && clip.bytes >= 0, "\(clip.bytes) bytes")
        complaints.expect(ClipID(clip.id.text) == clip.id, "an id \(clip.id.text)")
        let counts = [clip.lostPackets, clip.recoveredPackets, clip.parts, clip.windows.total, clip.windows.failed]
        complaints.expect(counts.allSatisfy { $0 >= 0 } && clip.duration >= .zero, "\(counts) in \(clip.duration)")
        for file in clip.files {
            // Each goes into a header when the file is answered.
            let said = file.facts.flatMap { [$0.name, $0.value] } + [file.downloadName]
            complaints.expect(
                said.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7e).contains($0) } }, "\(file.name) says \(said)")
        }
        guard clip.duration.nanoseconds.magnitude < exactLength else { return }
        let written = clip.json.json
        guard written.count <= input.byteCount else { return }
        complaints.expect(SavedClip(parsing: written) == clip, "it comes back changed")
    }

    static var savedClipSeeds: [FuzzSeed] {
        func clip(
            id: String = #""20260101T000010Z-1a2b3c4d""#, duration: String = "9960", count: String = "3",
            files: String = #"[{"name":"clip.ts","type":"video/mp2t","bytes":188,"downloadName":"a.ts","headers":{}}]"#,
            more: String = ""
        ) -> String {
            #"{"schema":1,"id":\#(id),"kind":"pinned","channel":{"id":"9f2c","name":"Main"},"#
                + #""savedAt":"2026-01-01T00:00:30.000Z","savedBy":"192.0.2.7:1","#
                + #""requestedStart":"2026-01-01T00:00:09.995000000Z","start":"2026-01-01T00:00:10.000000000Z","#
                + #""durationMs":\#(duration),"lostPackets":\#(count),"recoveredPackets":2,"#
                + #""windows":{"total":12,"noLoss":9,"recovered":2,"failed":1,"first":40,"last":51},"parts":1,"#
                + #""gaps":[{"kind":"loss","time":"2026-01-01T00:00:11.000000000Z"}],"clipped":false,\#(more)"#
                + #""files":\#(files)}"#
        }
        let headers = #"{"X-Clip-Start":"2026-01-01T00:00:10Z","Set-Cookie":"a","X-Bad":"a\r\nb"}"#
        return [
            ("whole", clip(more: #""name":"Goal","note":"1:0","reason":"up","#)),
            ("headers", clip(files: #"[{"name":"clip.mp4","bytes":9,"downloadName":"../a","headers":\#(headers)}]"#)),
            ("long", clip(duration: "9223372036854775807")), ("fraction", clip(duration: "9960.000011")),
            ("not-a-number", clip(duration: "1e999")),
            ("negative", clip(duration: "-1", count: "-9223372036854775808")),
            ("many", clip(count: "9223372036854775807")), ("path", clip(id: #""../../../../../etc/passwd""#)),
            ("no-files", clip(files: "[]")), ("twice", clip(files: #"[{"name":"clip.ts","bytes":1,"headers":{}},1]"#)),
            ("huge-file", clip(files: #"[{"name":"clip.ts","bytes":4398046511105,"headers":{}}]"#)),
            ("deep", String(repeating: #"{"schema":["#, count: 300)), ("nothing", ""),
        ].map { FuzzSeed($0.0, Array($0.1.utf8)) }
    }
}
