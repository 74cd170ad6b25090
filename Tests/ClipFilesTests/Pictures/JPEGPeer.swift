import Bytes
import Foundation
import TestSupport

/// ffmpeg, which decodes JPEG files: what they show is read from its samples.
enum JPEGPeer {
    private static let path = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Whether it is here; when not, the tests that need it are skipped.
    static var isPresent: Bool { path != nil }

    struct Failure: Error { var text: String }

    /// A picture's luma samples, rows from the top.
    struct Luma {
        var width: Int
        var height: Int
        var samples: [UInt8]

        /// The number that a part of it carries.
        func number(x: Int = 0, y: Int = 0, width: Int? = nil, height: Int? = nil) -> Int? {
            let (columns, rows) = (width ?? self.width, height ?? self.height)
            let start = y * self.width + x
            return PictureNumber.read(
                samples.lent.extracting(start..<samples.count), width: columns, height: rows, stride: self.width)
        }

        /// The mean of the samples of a part of it.
        func mean(x: Int, y: Int, width: Int, height: Int) -> Int {
            var sum = 0
            for row in y..<(y + height) {
                for column in x..<(x + width) { sum += Int(samples[row * self.width + column]) }
            }
            return sum / (width * height)
        }
    }

    /// What files of one size show; throws when ffmpeg complains.
    static func decode(_ files: [[UInt8]]) throws -> [Luma] {
        guard let path, let first = files.first, let size = size(of: first) else { throw Failure(text: "no JPEG") }
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (index, file) in files.enumerated() {
            guard let own = Self.size(of: file), own == size else { throw Failure(text: "another size") }
            try Data(file).write(to: folder.appending(path: "\(index).jpg"))
        }
        let (output, errors) = (folder.appending(path: "luma"), folder.appending(path: "errors"))
        _ = FileManager.default.createFile(atPath: errors.path(), contents: nil)
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = [
            "-v", "warning", "-f", "image2", "-start_number", "0", "-i", folder.path() + "/%d.jpg",
            "-vf", "extractplanes=y", "-fps_mode", "passthrough", "-f", "rawvideo", "-y", output.path(),
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        let text = try String(contentsOf: errors, encoding: .utf8)
        guard process.terminationStatus == 0, text.isEmpty else { throw Failure(text: text) }
        let samples = [UInt8](try Data(contentsOf: output))
        let count = size.width * size.height
        guard samples.count == count * files.count else { throw Failure(text: "\(samples.count) samples") }
        return files.indices.map {
            Luma(width: size.width, height: size.height, samples: Array(samples[($0 * count)..<(($0 + 1) * count)]))
        }
    }

    /// The size that the frame header says (ITU-T T.81, B.2.2); nil when there is none.
    static func size(of file: [UInt8]) -> (width: Int, height: Int)? {
        var place = 2
        while place + 9 < file.count, file[place] == 0xFF {
            let (marker, length) = (file[place + 1], Int(file[place + 2]) << 8 | Int(file[place + 3]))
            if (0xC0...0xC2).contains(marker) {
                return (
                    Int(file[place + 7]) << 8 | Int(file[place + 8]), Int(file[place + 5]) << 8 | Int(file[place + 6])
                )
            }
            place += 2 + length
        }
        return nil
    }
}
