import Bytes
import CaptureFormats
import Timing

/// All that a decoder gives for a whole capture, fed as a reader would.
struct Decoded: Equatable {
    struct Frame: Equatable {
        var record: CaptureRecord
        var bytes: [UInt8]
    }

    var frames: [Frame] = []
    var error: CaptureError?
    var cut: CaptureCut?
    var facts = CaptureDecoder()

    /// Decodes `capture`, of which `piece` bytes come at a time; all at once when nil.
    init(_ capture: [UInt8], piece: Int? = nil) {
        var window: [UInt8] = []
        var start = 0
        repeat {
            let end = min(capture.count, start + (piece ?? capture.count))
            window += capture[start..<end]
            start = end
            take(&window)
        } while error == nil && start < capture.count
        if error == nil { cut = facts.finish(leaving: window.count) }
    }

    private mutating func take(_ window: inout [UInt8]) {
        var offset = 0
        do {
            while let record = try facts.next(in: window.span.bytes, at: &offset) {
                var frame = Frame(record: record, bytes: Array(window[record.bytes]))
                // Where the bytes lay in the window says nothing about the capture.
                frame.record.bytes = 0..<record.bytes.count
                frames.append(frame)
            }
        } catch {
            self.error = error
        }
        window.removeFirst(offset)
    }

    var times: [Int64] { frames.map(\.record.time.nanoseconds) }
    var numbers: [UInt64] { frames.map(\.record.frame) }

    static func == (left: Self, right: Self) -> Bool {
        left.frames == right.frames && left.error == right.error && left.cut == right.cut
    }
}
