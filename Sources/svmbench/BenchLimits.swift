import Foundation

/// What the figures of the benchmarks must reach, by benchmark and figure.
struct BenchLimits: Decodable {
    private struct Limit: Decodable {
        var least: Double?
        var most: Double?
    }

    private let limits: [String: [String: Limit]]

    init(from decoder: any Decoder) throws { limits = try [String: [String: Limit]](from: decoder) }

    /// The limits in a JSON file; nil with a sentence on standard error when it cannot be read.
    static func read(_ path: String) -> Self? {
        do {
            return try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            Bench.say("cannot read the limits in \(path): \(error)")
            return nil
        }
    }

    /// One sentence for each limit that `result` misses; a figure that was not measured misses its own.
    func misses(of result: BenchResult) -> [String] {
        let wanted = (limits[result.name] ?? [:]).sorted { $0.key < $1.key }
        return wanted.compactMap { name, limit in
            guard let figure = result.figures.first(where: { $0.name == name }) else {
                return "\(result.name): \(name) was not measured"
            }
            if let least = limit.least, figure.value < least {
                return "\(result.name): \(name) is \(figure.value), at least \(least) is wanted"
            }
            if let most = limit.most, figure.value > most {
                return "\(result.name): \(name) is \(figure.value), at most \(most) is wanted"
            }
            return nil
        }
    }
}
