import Clips
import Timing

/// Clips fetched over the loopback interface, one after the other and each on a connection of its own.
struct ClipFetching {
    /// What is fetched.
    enum Kind: String, CaseIterable {
        case movie, fragmented, transport
    }

    /// Until the last byte, and until the first one of the body.
    private(set) var times: [Kind: ClipTimes] = [:]
    private var firstBytes: [Kind: ClipTimes] = [:]
    private var client: ClipClient

    init(port: UInt16) { client = ClipClient(port: port) }

    /// Fetches so many clips of each kind; false with a sentence on standard error when one is not what it should be.
    mutating func run(rounds: Int, _ maker: ClipMaking) -> Bool {
        let port = client.port
        let channel = "/api/v1/channels/\(maker.channel.id)"
        guard FaultTime.holds(within: 10, { FaultAnswer.of(channel, port: port)?.status == 200 }) else {
            Bench.say("the server does not show its channel")
            return false
        }
        for round in -3..<rounds {
            guard let (start, end) = maker.window(max(0, round)) else { return false }
            let window = "start=\(start.epochSeconds)&end=\(end.epochSeconds)"
            for kind in Kind.allCases {
                let path = "\(channel)/\(Self.file(kind))\(window)"
                guard let fetched = client.get(path), fetched.status == 200, fetched.isWhole, fetched.count > 1 << 20
                else {
                    Bench.say("\(path) is not answered with a whole clip")
                    return false
                }
                guard round >= 0 else { continue }
                times[kind, default: ClipTimes()].append(fetched.seconds)
                firstBytes[kind, default: ClipTimes()].append(fetched.firstByte)
            }
        }
        return true
    }

    private static func file(_ kind: Kind) -> String {
        switch kind {
        case .movie: "clip.mp4?"
        case .fragmented: "clip.mp4?fragmented=1&"
        case .transport: "clip.ts?"
        }
    }

    func add(to result: inout BenchResult) {
        for kind in Kind.allCases {
            firstBytes[kind, default: ClipTimes()].add(to: &result, kind.rawValue + "FirstByte")
            times[kind, default: ClipTimes()].add(to: &result, kind.rawValue + "Fetched")
        }
    }
}
