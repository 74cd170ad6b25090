/// Reads a tool's command line as GNU programs do, and describes it.
///
/// `--option value` and `--option=value` are the same, options and operands may be mixed, `--` ends the options and a
/// single `-` is an operand. `--help` (`-h`) and `--version` are always there.
public struct OptionParser: Sendable {
    /// The tool's name.
    public let tool: String
    /// The tool's version.
    public let version: String
    /// What follows the name in the first line of the help, such as "[options] CAPTURE".
    public let synopsis: String
    /// What the tool does, in a sentence or two.
    public let summary: String
    /// The options, in the order of the help.
    public let options: [ToolOption]
    /// What stands below the options in the help; "" for nothing.
    public let notes: String

    /// A parser for `tool` with `options`; help and version are added.
    public init(
        tool: String, version: String, synopsis: String, summary: String, options: [ToolOption], notes: String = ""
    ) {
        self.tool = tool
        self.version = version
        self.synopsis = synopsis
        self.summary = summary
        self.options =
            options + [
                ToolOption(flag: "help", letter: "h", help: "show this help"),
                ToolOption(flag: "version", help: "show the version"),
            ]
        self.notes = notes
    }

    /// Takes `arguments`, without the program's name, apart.
    public func parse(_ arguments: [String]) throws(OptionError) -> ParsedOptions {
        var parsed = ParsedOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst(), parsed.request == nil {
            if argument == "--" {
                parsed.operands += rest
                break
            }
            if argument.hasPrefix("--") {
                try takeLong(argument, &rest, into: &parsed)
            } else if argument.hasPrefix("-"), argument != "-" {
                try takeLetter(argument, &rest, into: &parsed)
            } else {
                parsed.operands.append(argument)
            }
        }
        return parsed
    }

    private func takeLong(
        _ argument: String, _ rest: inout ArraySlice<String>, into parsed: inout ParsedOptions
    ) throws(OptionError) {
        let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let option = options.first(where: { $0.name == name }) else {
            let near = Spelling.nearest(to: name, among: options.map(\.name))
            throw .unknown(option: "--\(name)", suggestion: near.map { "--\($0)" })
        }
        try take(option, spelt: "--\(name)", value: parts.count > 1 ? String(parts[1]) : nil, &rest, into: &parsed)
    }

    private func takeLetter(
        _ argument: String, _ rest: inout ArraySlice<String>, into parsed: inout ParsedOptions
    ) throws(OptionError) {
        let letters = argument.dropFirst()
        guard let option = options.first(where: { $0.letter != nil && $0.letter == letters.first }) else {
            let name = String(letters.prefix { $0 != "=" })
            let near = name.count > 1 ? Spelling.nearest(to: name, among: options.map(\.name)) : nil
            throw .unknown(option: argument, suggestion: near.map { "--\($0)" })
        }
        let value = letters.count > 1 ? String(letters.dropFirst()) : nil
        try take(option, spelt: String(argument.prefix(2)), value: value, &rest, into: &parsed)
    }

    private func take(
        _ option: ToolOption, spelt: String, value: String?, _ rest: inout ArraySlice<String>,
        into parsed: inout ParsedOptions
    ) throws(OptionError) {
        guard let placeholder = option.value else {
            guard value == nil else { throw .valueUnwanted(option: spelt) }
            parsed.values[option.name, default: []].append("")
            if option.name == "help" { parsed.request = .help }
            if option.name == "version" { parsed.request = .version }
            return
        }
        guard let value = value ?? rest.popFirst(), !value.isEmpty else {
            throw .valueMissing(option: spelt, value: placeholder)
        }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            let near = Spelling.nearest(to: value, among: option.choices)
            throw .notAChoice(option: spelt, got: value, choices: option.choices, suggestion: near)
        }
        parsed.values[option.name, default: []].append(value)
    }
}
