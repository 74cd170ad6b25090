import Timing

extension ClipRequest.Window {
    /// The window that the arguments state.
    init(_ arguments: QueryArguments) throws(ClipQueryError) {
        let ways = [
            arguments.first(of: "last"), arguments.first(of: "start", "end", "duration"),
            arguments.first(of: "from", "to"), arguments.first(of: "timerange"),
        ].compactMap(\.self)
        guard let way = ways.first else { throw .noWindow }
        guard ways.count == 1 else { throw .conflicting(argument: way, other: ways[1]) }
        if let length = try arguments.length("last") {
            self = .last(length)
        } else if arguments.first(of: "start", "end", "duration") != nil {
            self = try Self.fixed(arguments)
        } else if let range = arguments["timerange"] {
            self = try Self.range(range)
        } else {
            guard let from = try arguments.distance("from") else { throw .incomplete(argument: "to", missing: "from=") }
            let to = try arguments.distance("to") ?? .zero
            guard from > to else {
                throw .outOfRange(argument: "to", value: arguments["to"] ?? "0", allowed: "later than from")
            }
            self = .beforeLiveEdge(from: from, to: to)
        }
    }

    private static func fixed(_ arguments: QueryArguments) throws(ClipQueryError) -> Self {
        guard let start = try arguments.instant("start") else {
            throw .incomplete(argument: arguments.first(of: "end", "duration") ?? "end", missing: "start=")
        }
        let duration = try arguments.length("duration")
        guard let end = try arguments.instant("end") else {
            guard let duration else { throw .incomplete(argument: "start", missing: "duration= or end=") }
            return .absolute(from: start, to: start + duration)
        }
        guard duration == nil else { throw .conflicting(argument: "duration", other: "end") }
        guard end > start, end - start <= ClipRequest.longestWindow else {
            throw .outOfRange(
                argument: "end", value: arguments["end"] ?? "", allowed: "later than start, by at most 24h")
        }
        return .absolute(from: start, to: end)
    }

    private static func range(_ value: String) throws(ClipQueryError) -> Self {
        guard let range = TimeRange(text: value) else {
            throw .unreadable(
                argument: "timerange", value: value, expected: "[seconds:nanoseconds_seconds:nanoseconds)")
        }
        if let start = range.start, let end = range.end {
            guard end > start, end - start <= ClipRequest.longestWindow else {
                throw .outOfRange(
                    argument: "timerange", value: value, allowed: "a range of more than 0 and at most 24h")
            }
        }
        return .absolute(from: range.start, to: range.end)
    }
}
