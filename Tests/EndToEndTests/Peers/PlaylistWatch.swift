import Foundation
import TestSupport

/// Looks at the playlists now and then as players do, and fetches every segment once when it has appeared.
///
/// It belongs to one thread at a time.
final class PlaylistWatch {
    /// A segment as it was when it was fetched first.
    struct Segment: Sendable {
        var entry: PlaylistChecker.Entry
        var bytes: [UInt8]
    }

    /// What was seen of one channel.
    struct Sight: Sendable {
        /// How many lists were read.
        var looks = 0
        var newest: PlaylistChecker?
        var complaints: [String] = []
        /// Picture time at each look, in seconds: the end of the list, and the live edge.
        var moments: [(end: Double, edge: Double)] = []
        var segments: [Segment] = []
        /// Segments that could not be fetched although they were in the list.
        var missing: [String] = []

        /// Where the time base began anew.
        var discontinuities: [Int] { segments.indices.filter { segments[$0].entry.hasDiscontinuity } }

        /// Seconds of pictures that were missing in the list, at most; while nothing was sent, nothing was missing.
        var longestLag: Double {
            let beginnings = discontinuities.compactMap { segments[$0].entry.date.flatMap(PlaylistWatch.seconds) }
            return moments.map { moment in
                moment.edge - (beginnings.first { $0 >= moment.end && $0 <= moment.edge } ?? moment.end)
            }.max() ?? 0
        }
    }

    private struct Channels: Decodable {
        struct Channel: Decodable {
            var name: String
            var liveEdge: String?
            var historySeconds: Double
        }
        var channels: [Channel]
    }

    private let client: PeerClient
    private let names: [String]
    private(set) var sights: [String: Sight]
    private(set) var shortestHistory = 0.0
    private var next = ContinuousClock.now

    init(_ names: [String], _ client: PeerClient) {
        self.names = names
        self.client = client
        sights = Dictionary(uniqueKeysWithValues: names.map { ($0, Sight()) })
    }

    /// Whether all channels have a playlist.
    func isReady() throws -> Bool { try !client.get(names.map(Self.path)).contains { $0 == nil } }

    /// Looks once a second as long as `isWanted`, but no longer than `seconds`.
    func look(atMost seconds: Double, while isWanted: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline, try isWanted() {
            if next > .now { Thread.sleep(forTimeInterval: (next - .now) / .seconds(1)) }
            next = max(next, .now) + .seconds(1)
            try look()
        }
    }

    private func look() throws {
        // The lists are asked for behind the live edges, so that no list can be ahead of what it is compared with.
        let answers = try client.get(["/api/v1/channels"] + names.map(Self.path))
        let channels = try JSONDecoder().decode(Channels.self, from: Data(answers[0] ?? [])).channels
        shortestHistory = channels.filter { names.contains($0.name) }.map(\.historySeconds).min() ?? 0
        var new: [(name: String, entry: PlaylistChecker.Entry)] = []
        for (name, list) in zip(names, answers.dropFirst()) {
            guard let list, var sight = sights[name] else { continue }
            take(PlaylistChecker(String(decoding: list, as: UTF8.self)), into: &sight)
            let edge = channels.first { $0.name == name }?.liveEdge.flatMap(Self.seconds)
            if let edge, let last = sight.newest?.entries.last, let start = last.date.flatMap(Self.seconds) {
                sight.moments.append((start + last.duration, edge))
            }
            let known = Set(sight.segments.map(\.entry.uri))
            new += (sight.newest?.entries ?? []).filter { !known.contains($0.uri) }.map { (name, $0) }
            sights[name] = sight
        }
        for ((name, entry), bytes) in zip(new, try client.get(new.map(\.entry.uri))) {
            if let bytes {
                sights[name]?.segments.append(Segment(entry: entry, bytes: bytes))
            } else {
                sights[name]?.missing.append(entry.uri)
            }
        }
    }

    private func take(_ list: PlaylistChecker, into sight: inout Sight) {
        sight.looks += 1
        sight.complaints += list.complaints
        if let earlier = sight.newest { sight.complaints += list.complaints(after: earlier) }
        let dates = list.entries.compactMap { $0.date.flatMap(Self.seconds) }
        if zip(dates, dates.dropFirst()).contains(where: { $0 >= $1 }) { sight.complaints.append("dates go back") }
        sight.newest = list
    }

    private static func path(_ name: String) -> String { "/hls/\(name)/live.m3u8" }

    /// Seconds since 1970 of a date such as 2026-11-30T06:17:29.564Z.
    static func seconds(_ date: String) -> Double? {
        let parts = date.dropLast().split(separator: ".")
        guard let first = parts.first, let whole = try? Date("\(first)Z", strategy: .iso8601) else { return nil }
        return whole.timeIntervalSince1970 + (parts.count > 1 ? Double("0.\(parts[1])") ?? 0 : 0)
    }
}
