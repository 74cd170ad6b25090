import Clips
import Glibc
import Timing

/// What goes with clips, over the loopback interface: another part of a clip that was fetched, its evidence, the same clip
/// saved, and an archive with a second camera; beside a plain copy of as many bytes, or a plain file of as many.
struct ClipCompany {
    /// What is asked for.
    enum Kind: String, CaseIterable {
        case part, evidence, archive, saved

        /// What is said to the server.
        fileprivate var method: String { self == .saved ? "POST" : "GET" }
        fileprivate var status: Int { self == .saved ? 201 : self == .part ? 206 : 200 }
        fileprivate var fields: String {
            switch self {
            case .part: "Range: bytes=\(ClipCompany.part.lowerBound)-\(ClipCompany.part.upperBound - 1)\r\n"
            case .evidence, .archive: ""
            case .saved: "Content-Type: application/json\r\nContent-Length: 2\r\n"
            }
        }
    }

    /// Rounds of what is answered from memory, and of what goes to the disk.
    private static let (rounds, savedRounds) = (100, 30)
    /// The part that is asked for, somewhere in the middle.
    fileprivate static let part = (3 << 20)..<(4 << 20)

    private let folder: String
    private let channels: [String]
    private var client: ClipClient
    private var times: [Kind: ClipTimes] = [:]
    /// The same bytes copied in memory, or for those saved written to a file.
    private var plain: [Kind: ClipTimes] = [:]
    private var bytes: [Kind: Int] = [:]
    private let source = [UInt8](repeating: 7, count: 64 << 20)
    /// Touched before it is used.
    private var room = [UInt8](repeating: 1, count: 64 << 20)

    /// Asks the server at `port`, which saves clips in `folder`, about `channels`.
    init(port: UInt16, channels: [String], folder: String) {
        client = ClipClient(port: port)
        self.channels = channels
        self.folder = folder
    }

    /// Measures; false with a sentence on standard error when something is not answered as it should be.
    mutating func run(_ maker: ClipMaking) -> Bool {
        guard channels.count > 1 else {
            Bench.say("there is no second camera")
            return false
        }
        for kind in Kind.allCases {
            for round in -2..<(kind == .saved ? Self.savedRounds : Self.rounds) {
                guard let (start, end) = maker.window(max(0, round)), ask(kind, start, end, counts: round >= 0) else {
                    return false
                }
            }
        }
        return true
    }

    private mutating func ask(_ kind: Kind, _ start: StreamTime, _ end: StreamTime, counts: Bool) -> Bool {
        let window = "start=\(start.epochSeconds)&end=\(end.epochSeconds)"
        let channel = "/api/v1/channels/\(channels[0])"
        let path =
            switch kind {
            case .part: "\(channel)/clip.mp4?\(window)"
            case .evidence: "\(channel)/evidence.pcapng?\(window)&format=mp4"
            case .archive: "/api/v1/clip.zip?channels=\(channels.prefix(2).joined(separator: ","))&\(window)"
            case .saved: "\(channel)/clips?\(window)"
            }
        // A part is asked for by somebody who has asked for the clip before.
        if kind == .part, client.get(path, fields: kind.fields)?.status != kind.status { return refused(path) }
        let fetched = client.get(path, method: kind.method, fields: kind.fields, body: kind == .saved ? "{}" : "")
        guard let fetched, fetched.status == kind.status, fetched.isWhole, fetched.count > 0 else {
            return refused(path)
        }
        var count = fetched.count
        if kind == .saved {
            guard let location = fetched.value(of: "location"),
                client.get(String(location), method: "DELETE")?.status == 204
            else { return refused(path) }
            // The clip, of which an archive has two, and its evidence; the rest of it is small.
            count = (bytes[.archive] ?? 0) / 2 + (bytes[.evidence] ?? 0)
        }
        guard count <= room.count else { return refused(path) }
        guard counts else { return true }
        bytes[kind] = count
        times[kind, default: ClipTimes()].append(fetched.seconds)
        plain[kind, default: ClipTimes()].append(kind == .saved ? written(count) : copied(count))
        return true
    }

    private func refused(_ path: String) -> Bool {
        Bench.say("\(path) is not answered as it should be")
        return false
    }

    private mutating func copied(_ count: Int) -> Double {
        Measure.seconds {
            room.withUnsafeMutableBytes { room in
                source.withUnsafeBytes { source in
                    if let from = source.baseAddress, let to = room.baseAddress { memcpy(to, from, count) }
                }
            }
        }
    }

    /// One file of so many bytes, on the disk; infinite when it cannot be written.
    private func written(_ count: Int) -> Double {
        var isWritten = false
        let seconds = Measure.seconds {
            let file = open(folder + "/plain", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard file >= 0 else { return }
            defer { close(file) }
            isWritten = source.withUnsafeBytes { write(file, $0.baseAddress, count) } == count && fsync(file) == 0
        }
        unlink(folder + "/plain")
        return isWritten ? seconds : .infinity
    }

    /// Adds the figures.
    func add(to result: inout BenchResult) {
        for kind in Kind.allCases {
            let (times, plain) = (times[kind, default: ClipTimes()], plain[kind, default: ClipTimes()])
            result.add(kind.rawValue + "Megabytes", Double(bytes[kind] ?? 0) / 1e6, "MB")
            times.add(to: &result, kind.rawValue)
            let ratio = times.percentile(50) / plain.percentile(50)
            result.add(
                kind.rawValue + (kind == .saved ? "ToFile" : "ToCopy"), ratio, kind == .saved ? "files" : "copies")
        }
    }
}
