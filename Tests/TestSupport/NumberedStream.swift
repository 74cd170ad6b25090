public import Foundation

/// A transport stream for tests, made by ffmpeg: picture n carries the number n (``PictureNumber``) and is presented n / rate
/// seconds behind picture 0, and at every whole second a tone sounds that tells the second (``SecondTone``).
///
/// Video is on PID 256, sound on PID 257.
public struct NumberedStream: Sendable {
    /// How long it is, in seconds.
    public var seconds: Int
    /// Pictures a second.
    public var rate = 25
    /// The size of the pictures.
    public var width = 320
    /// The size of the pictures.
    public var height = 180
    /// Pictures from one random access point to the next.
    public var groupLength = 25
    /// The number of the first picture.
    public var first = 0
    /// ffmpeg's options for the video's encoder; empty for sound alone, whose options then map it (`-map 1:a`).
    public var video = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-b:v", "300k"]
    /// ffmpeg's options for the sound's encoder; empty for none.
    public var sound = ["-c:a", "aac", "-b:a", "48k"]
    /// ffmpeg's source of the sound (lavfi); nil for the tones of ``SecondTone``.
    public var soundSource: String?
    /// ffmpeg's options for the multiplexer.
    public var multiplexer: [String] = []

    /// A stream of H.264 with B pictures and AAC, a random access point every second.
    public init(seconds: Int) { self.seconds = seconds }

    private static let ffmpeg = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Whether ffmpeg is here; when not, tests that need new streams are skipped.
    public static var isPossible: Bool { ffmpeg != nil }

    /// ffmpeg is not here, or refused.
    public struct Failure: Error {
        /// What it said.
        public var text: String
    }

    /// The stream of 20 s that is committed with the tests: numbers 0…499, 25 a second.
    public static func fixture() throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures").standardized
        return [UInt8](try Data(contentsOf: folder.appending(path: "numbered.ts")))
    }

    /// Makes the stream.
    public func make() throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".ts")
        defer { try? FileManager.default.removeItem(at: file) }
        try write(to: file)
        return [UInt8](try Data(contentsOf: file))
    }

    /// Makes the stream as a file.
    public func write(to file: URL) throws {
        guard let ffmpeg = Self.ffmpeg else { throw Failure(text: "there is no ffmpeg") }
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: ffmpeg)
        process.arguments = arguments + ["-y", file.path()]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let text = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(text: String(decoding: text, as: UTF8.self)) }
    }

    /// What ffmpeg is told, up to the file's name.
    public var arguments: [String] {
        var all = ["-v", "error", "-f", "lavfi", "-i", "color=black:s=\(width)x\(height):r=\(rate):d=\(seconds)"]
        if !sound.isEmpty { all += ["-f", "lavfi", "-i", soundSource ?? SecondTone.source(seconds: seconds)] }
        if !video.isEmpty { all += ["-vf", blocks, "-pix_fmt", "yuv420p", "-g", "\(groupLength)"] + video }
        all += sound
        return all + ["-bitexact", "-fflags", "+bitexact"] + multiplexer + ["-f", "mpegts"]
    }

    /// Draws each block in the pictures that have its bit; below them a box runs from left to right, so that something moves.
    private var blocks: String {
        let number = first == 0 ? "n" : "(n+\(first))"
        func bit(_ place: Int) -> String { "mod(floor(\(number)/\(1 << place)),2)" }
        var filters = (0..<(PictureNumber.columns * PictureNumber.rows)).map { place -> String in
            let left = place % PictureNumber.columns * width / PictureNumber.columns
            let top = place / PictureNumber.columns * height / (2 * PictureNumber.rows)
            let check = place - PictureNumber.bits
            // The constant 0xA5 turns the bits 0, 2, 5 and 7 of the check over.
            let turned = check >= 0 && 0xA5 >> check & 1 == 1 ? "+1" : ""
            let shown =
                check < 0 ? bit(place) : "mod(\(bit(check))+\(bit(check + 8))+\(bit(check + 16))\(turned),2)"
            return "drawbox=x=\(left):y=\(top):w=\(width / PictureNumber.columns):"
                + "h=\(height / (2 * PictureNumber.rows)):color=white:t=fill:enable='\(shown)'"
        }
        filters.append(
            "drawbox=x='mod(t*\(rate)*5,\(width))':y=\(height * 5 / 8):w=\(width / 8):h=\(height / 4):color=gray:t=fill"
        )
        return filters.joined(separator: ",")
    }
}
