import Reports

/// File names made of channel names, which strangers choose.
enum FileName {
    /// The longest part of a name that is taken over, in bytes.
    private static let limit = 120

    /// "{name}{ending}" in letters that every file system takes, with the channel's id behind the name when that is taken.
    static func unused(
        for channel: ChannelReport, ending: String = ".ts", among used: inout Set<String>
    ) -> String {
        var name = safe(channel.name)
        if name.isEmpty || used.contains((name + ending).lowercased()) {
            name += (name.isEmpty ? "" : "-") + channel.id
        }
        used.insert((name + ending).lowercased())
        return name + ending
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
