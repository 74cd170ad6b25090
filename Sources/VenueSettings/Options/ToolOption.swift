/// One long option of a tool.
public struct ToolOption: Sendable, Hashable {
    /// The name without its dashes, such as "format".
    public var name: String
    /// The letter that does the same, such as "o" for `-o`; nil for none.
    public var letter: Character?
    /// What the value is called in the help, such as "FILE"; nil for an option without a value.
    public var value: String?
    /// The words the value may be; empty for any.
    public var choices: [String]
    /// What it does, in a sentence without a period.
    public var help: String

    /// An option that takes a value of any text.
    public init(_ name: String, letter: Character? = nil, value: String, help: String) {
        self.name = name
        self.letter = letter
        self.value = value
        choices = []
        self.help = help
    }

    /// An option that takes one of a few words.
    public init(_ name: String, choices: [String], help: String) {
        self.name = name
        value = choices.joined(separator: "|")
        self.choices = choices
        self.help = help
    }

    /// An option without a value.
    public init(flag name: String, letter: Character? = nil, help: String) {
        self.name = name
        self.letter = letter
        choices = []
        self.help = help
    }
}
