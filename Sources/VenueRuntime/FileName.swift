import Reports

/// File names made of channel names, which strangers choose.
enum FileName {
    /// The longest part of a name that is taken over, in bytes.
    private static let limit = 120

    /// "{name}.ts" in letters that every file system takes, with the channel's id behind it when the name is taken.
    static func unused(for channel: ChannelReport, among used: inout Set<String>) -> String {
        var name = safe(channel.name)
        if name.isEmpty || used.contains(name.lowercased()) { name += (name.isEmpty ? "" : "-") + channel.id }
        used.insert(name.lowercased())
        return name + ".ts"
    }

    /// `text` without separators, control characters, leading dots and anything a shell would trip over.
    static func safe(_ text: String) -> String {
        var safe = ""
        for character in text {
            let isPlain = character.isLetter || character.isNumber || " -_.,()+@=".contains(character)
            guard safe.utf8.count + character.utf8.count <= limit else { break }
            safe.append(isPlain ? character : "_")
        }
        return String(safe.drop { $0 == "." || $0 == " " || $0 == "-" })
    }
}
