import Timing

/// The arguments of a request that are read here, each at most once.
struct QueryArguments {
    private var values: [String: String] = [:]

    /// Picks out the arguments of `names`.
    init(_ query: [(String, String)], reading names: [String]) throws(ClipQueryError) {
        for (name, value) in query where names.contains(name) {
            guard values[name] == nil else { throw .repeated(argument: name) }
            values[name] = value
        }
    }

    /// The value of an argument; nil when it is not given.
    subscript(name: String) -> String? { values[name] }

    /// The first of `names` that is given.
    func first(of names: String...) -> String? { names.first { values[$0] != nil } }

    /// An argument that is 0 or 1.
    func flag(_ name: String) throws(ClipQueryError) -> Bool? {
        switch values[name] {
        case nil: return nil
        case "0": return false
        case "1": return true
        case let value?: throw .unreadable(argument: name, value: value, expected: "0 or 1")
        }
    }

    /// An argument that is one of some words.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Word.Type
    ) throws(ClipQueryError) -> Word? {
        guard let value = values[name] else { return nil }
        guard let word = Word(rawValue: value) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw .unreadable(argument: name, value: value, expected: "one of \(words)")
        }
        return word
    }

    /// An argument that is a length of time longer than nothing and no longer than a day.
    func length(_ name: String) throws(ClipQueryError) -> StreamDuration? {
        guard let value = values[name] else { return nil }
        guard !value.hasPrefix("-") else {
            throw .outOfRange(argument: name, value: value, allowed: "a length greater than 0")
        }
        guard let length = StreamDuration(text: value) else {
            throw .unreadable(argument: name, value: value, expected: "a length such as 20s, 1500ms or 1m")
        }
        guard length > .zero, length <= ClipRequest.longestWindow else {
            throw .outOfRange(argument: name, value: value, allowed: "more than 0 and at most 24h")
        }
        return length
    }

    /// An argument that is an instant.
    func instant(_ name: String) throws(ClipQueryError) -> StreamTime? {
        guard let value = values[name] else { return nil }
        guard let time = StreamTime(text: value) else {
            throw .unreadable(
                argument: name, value: value, expected: "2026-01-01T00:00:10.5Z or seconds since 1970 such as 1767225610.5")
        }
        return time
    }

    /// An argument that is zero or a negative number of seconds, as how long before the live edge that is.
    func distance(_ name: String) throws(ClipQueryError) -> StreamDuration? {
        guard let value = values[name] else { return nil }
        let isNegative = value.hasPrefix("-")
        guard let length = StreamDuration(text: isNegative ? String(value.dropFirst()) : value) else {
            throw .unreadable(argument: name, value: value, expected: "seconds before the live edge such as -20")
        }
        guard isNegative || length == .zero, length <= ClipRequest.longestWindow else {
            throw .outOfRange(argument: name, value: value, allowed: "-24h to 0")
        }
        return length
    }
}

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
                throw .outOfRange(argument: "timerange", value: value, allowed: "a range of more than 0 and at most 24h")
            }
        }
        return .absolute(from: range.start, to: range.end)
    }
}
