/// A command line taken apart.
public struct ParsedOptions: Sendable, Equatable {
    /// What a person asked to be shown instead of work being done.
    public enum Request: Sendable, Equatable {
        /// The help.
        case help
        /// The version.
        case version
    }

    /// Help or version, when asked for: nothing after it was looked at.
    public internal(set) var request: Request?
    /// What is no option, in order.
    public internal(set) var operands: [String] = []
    var values: [String: [String]] = [:]

    /// Whether the option `name` was given.
    public func has(_ name: String) -> Bool { values[name] != nil }

    /// All values of the option `name`, in order.
    public func values(of name: String) -> [String] { values[name] ?? [] }

    /// The value of the option `name`; when it was given twice, the last one counts.
    public func value(of name: String) -> String? { values[name]?.last }

    /// The value of the option `name` as a whole number within `range`; nil when it was not given.
    public func integer(of name: String, in range: ClosedRange<Int>) throws(OptionError) -> Int? {
        guard let text = value(of: name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .notANumber(option: "--\(name)", got: text, range: range)
        }
        return number
    }
}
