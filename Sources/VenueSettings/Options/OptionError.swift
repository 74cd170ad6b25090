/// Why a command line cannot be followed.
public enum OptionError: Error, Equatable {
    /// There is no such option.
    case unknown(option: String, suggestion: String?)
    /// An option's value is absent.
    case valueMissing(option: String, value: String)
    /// An option that takes no value was given one.
    case valueUnwanted(option: String)
    /// A value is none of the words it may be.
    case notAChoice(option: String, got: String, choices: [String], suggestion: String?)
    /// A value is not a whole number within the range.
    case notANumber(option: String, got: String, range: ClosedRange<Int>)
    /// A value is not of the form it must have.
    case badForm(option: String, got: String, wanted: String)
    /// An operand is absent.
    case operandMissing(String)
    /// There are more operands than the tool takes.
    case operandUnwanted(String)
}

extension OptionError: CustomStringConvertible {
    /// One line that names the option, what it got and what it wants.
    public var description: String {
        switch self {
        case .unknown(let option, let suggestion):
            "unknown option \(option.quoted)" + (suggestion.map { "; did you mean \($0)?" } ?? "; see --help")
        case .valueMissing(let option, let value): "\(option) wants a value: \(option) \(value)"
        case .valueUnwanted(let option): "\(option) takes no value"
        case .notAChoice(let option, let got, let choices, let suggestion):
            "\(option) is \(got.quoted); it wants \(choices.joined(separator: " or "))"
                + (suggestion.map { " (did you mean \($0)?)" } ?? "")
        case .notANumber(let option, let got, let range):
            "\(option) is \(got.quoted); it wants a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .badForm(let option, let got, let wanted): "\(option) is \(got.quoted); it wants \(wanted)"
        case .operandMissing(let name): "\(name) is missing; see --help"
        case .operandUnwanted(let operand):
            "\(operand.quoted) is one operand too many; quote values that contain blanks"
        }
    }
}
