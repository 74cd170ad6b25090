import Timing

extension SheetRequest {
    /// The storyboard as a thumbnails track: WebVTT whose cues name a place on a sheet (W3C WebVTT; media fragments' `xywh`).
    ///
    /// `address` gives the address of a sheet by its number.
    public func track(_ address: (Int) -> String) -> String {
        var text = "WEBVTT\n"
        for cue in 0..<cueCount {
            let span = span(of: cue)
            let (start, end) = (Self.milliseconds(span.start), Self.milliseconds(span.end))
            // A cue that ends where it begins is none.
            guard end > start else { continue }
            let corner = corner(of: cue)
            text += "\n\(Self.timestamp(start)) --> \(Self.timestamp(end))\n"
            text += "\(address(cue / Self.cells))#xywh=\(corner.x),\(corner.y),\(width),\(height)\n"
        }
        return text
    }

    /// Whole milliseconds, rounded down.
    private static func milliseconds(_ length: StreamDuration) -> Int64 { length.nanoseconds / 1_000_000 }

    /// "00:00:01.000".
    private static func timestamp(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1_000
        func padded(_ value: Int64, _ length: Int) -> String { String(value).padded(to: length) }
        return padded(seconds / 3_600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2) + "."
            + padded(milliseconds % 1_000, 3)
    }
}
