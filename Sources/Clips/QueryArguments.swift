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
                argument: name, value: value,
                expected: "2026-01-01T00:00:10.5Z or seconds since 1970 such as 1767225610.5")
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
