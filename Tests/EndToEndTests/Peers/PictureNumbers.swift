/// The numbers that are drawn in the top row of the demo's pictures, as programs decoded them.
///
/// `Web/demo/README.md` says how they are drawn: 18 cells of 24 x 24 pixels from (24, 8) on, white, sixteen bits, black.
enum PictureNumbers {
    /// Pictures of one round of the demo's loops.
    static let round = 600
    /// Bytes of one picture after `filter` or `elements`: the middle row, one grey value for each 24 pixels.
    private static let width = 20

    /// What ffmpeg is to make of the pictures.
    ///
    /// They are timed by their count, so that none is left out or shown twice where time stamps begin anew.
    static let filter = "crop=480:24:0:8,scale=20:1:flags=area,format=gray,setpts=N/25/TB"
    /// What GStreamer is to make of them.
    static let elements = [
        "videocrop", "top=8", "bottom=238", "!", "videoconvert", "!", "video/x-raw,format=GRAY8", "!", "videoscale",
        "method=bilinear", "!", "video/x-raw,format=GRAY8,width=20,height=1,pixel-aspect-ratio=1/1",
    ]

    /// The number of each picture; nil where none can be read.
    static func read(_ bytes: [UInt8]) -> [Int?] {
        stride(from: 0, through: bytes.count - width, by: width).map { start in
            let cells = bytes[(start + 1)..<(start + 19)].map(Int.init)
            let (white, black) = (cells[0], cells[17])
            guard white - black >= 64 else { return nil }
            return cells[1...16].reduce(0) { $0 << 1 | (2 * $1 > white + black ? 1 : 0) }
        }
    }

    /// Where the next picture is not the next one of the loop.
    static func breaks(_ numbers: [Int?]) -> [Int] {
        numbers.indices.dropFirst().filter { index in
            guard let number = numbers[index], let previous = numbers[index - 1] else { return true }
            return number != (previous + 1) % round
        }
    }
}
