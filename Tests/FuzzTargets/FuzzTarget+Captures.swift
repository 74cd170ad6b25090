import Bytes
import CaptureFormats
import NetworkFormats
import PacketIO
import Reports
import VenueRuntime

extension FuzzTarget {
    /// A capture file: first the decoder alone, whole and in pieces, then the way that every user's file takes.
    static func capture(_ input: RawSpan, _ complaints: inout Complaints) {
        let whole = decode(input, piece: input.byteCount, &complaints)
        let pieces = decode(input, piece: 61, &complaints)
        complaints.expect(whole == pieces, "\(whole) frames, \(pieces) in pieces")
        for sentence in analyse(input).complaints { complaints.expect(false, sentence) }
    }

    /// Decodes as a reader that gets `piece` bytes at a time would; returns how many frames there were.
    private static func decode(_ input: RawSpan, piece: Int, _ complaints: inout Complaints) -> Int {
        var decoder = CaptureDecoder()
        var start = 0
        var end = 0
        var frames = 0
        repeat {
            end = min(input.byteCount, max(end + piece, 1))
            let window = input.extracting(start..<end)
            var offset = 0
            do {
                while let record = try decoder.next(in: window, at: &offset) {
                    frames += 1
                    complaints.expect(
                        record.bytes.upperBound <= window.byteCount && record.bytes.count <= record.wireLength,
                        "frame \(record.frame) lies at \(record.bytes) of \(window.byteCount)")
                }
            } catch {
                complaints.expect(!"\(error)".isEmpty, "an error without words")
                return frames
            }
            complaints.expect(offset <= window.byteCount, "read \(offset) of \(window.byteCount) bytes")
            complaints.expect(decoder.wanted > window.byteCount - offset, "wants no more than there is")
            start += offset
            complaints.expect(decoder.position == start, "stands at \(decoder.position), not at \(start)")
        } while end < input.byteCount
        _ = decoder.finish(leaving: end - start)
        return frames
    }

    /// Analyses the capture as svmanalyze does and writes both reports.
    ///
    /// Tells the broken rules, and how many frames were read; nil when the capture was refused.
    public static func analyse(_ input: RawSpan) -> (complaints: [String], frames: Int?) {
        var complaints = Complaints()
        guard let file = ScratchFile.shared.holding(input) else { return (["no scratch file"], nil) }
        do {
            let report = try CaptureAnalysis(options: AnalysisOptions(capturePath: file)).run { _ in }
            check(report, &complaints)
            return (complaints.found, report.capture.frames)
        } catch {
            complaints.expect(!"\(error)".isEmpty, "a failure without words")
            return (complaints.found, nil)
        }
    }

    private static func check(_ report: AnalysisReport, _ complaints: inout Complaints) {
        complaints.expect(report.jsonText.utf8.last == UInt8(ascii: "\n"), "the JSON report has no end")
        complaints.expect(!TextReport(report).text.isEmpty, "the text report is empty")
        for channel in report.channels {
            guard let rtp = channel.rtp, let fec = channel.fec else { continue }
            complaints.expect(
                rtp.expected == rtp.received + rtp.lost, "\(rtp.expected) expected of \(channel.name)")
            complaints.expect(
                fec.recovered + fec.unrecovered == rtp.lost + rtp.late,
                "\(fec.recovered) + \(fec.unrecovered) repaired or not, \(rtp.lost) + \(rtp.late) lost or late")
        }
    }
}
