import Foundation
import TestSupport

/// Somebody who uses a server with curl and ffmpeg, in the network of the thread that makes it.
struct ServedClient {
    enum Failure: Error { case refused(String) }

    private let address: String
    private let folder: URL

    /// Uses the server at `address`; files go to `folder`.
    init(_ address: String, _ folder: URL) {
        self.address = address
        self.folder = folder
    }

    /// Sends JSON to a path, and reads what is answered.
    func post<Value: Decodable>(_ path: String, _ body: String) throws -> Value {
        try decoded(["-X", "POST", "-H", "Content-Type: application/json", "--data-binary", body, address + path])
    }

    /// What is at a path.
    func get<Value: Decodable>(_ path: String) throws -> Value { try decoded([address + path]) }

    private func decoded<Value: Decodable>(_ arguments: [String]) throws -> Value {
        let text = try curl(["--max-time", "10"] + arguments, seconds: 12)
        do { return try JSONDecoder().decode(Value.self, from: Data(text.utf8)) } catch { throw Failure.refused(text) }
    }

    /// What comes of events in so many seconds, for a reader that knows those up to the id `last`.
    func events(_ query: String, after last: String? = nil, seconds: Int) throws -> String {
        let field = last.map { ["-H", "Last-Event-ID: \($0)"] } ?? []
        return try curl(
            ["-N", "--max-time", "\(seconds)"] + field + ["\(address)/api/v1/events?\(query)"],
            seconds: Double(seconds) + 5)
    }

    private func curl(_ arguments: [String], seconds: Double) throws -> String {
        let file = folder.appending(path: UUID().uuidString)
        let program = try ChildProgram(["/usr/bin/curl", "-s"] + arguments, output: file.path())
        program.wait(seconds: seconds)
        _ = program.stop()
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// ffmpeg while it reads the pictures of a stream.
    struct Reader {
        fileprivate let program: ChildProgram
        fileprivate let file: URL
        fileprivate let seconds: Double

        /// The numbers in the pictures, once it has read for as long as it was told to.
        func numbers() throws -> [Int?] {
            program.wait(seconds: seconds + 20)
            _ = program.stop()
            return PictureNumbers.read(Array(try Data(contentsOf: file)))
        }
    }

    /// Begins to read the stream at a path with ffmpeg, which ends after `seconds` of pictures.
    func read(_ path: String, seconds: Int) throws -> Reader {
        let file = folder.appending(path: UUID().uuidString)
        let program = try ChildProgram([
            "/usr/bin/ffmpeg", "-v", "error", "-i", address + path, "-map", "0:v", "-vf", PictureNumbers.filter,
            "-frames:v", "\(seconds * 25)", "-f", "rawvideo", file.path(),
        ])
        return Reader(program: program, file: file, seconds: Double(seconds))
    }
}
