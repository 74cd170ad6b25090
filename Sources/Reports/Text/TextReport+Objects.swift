extension TextReport {
    /// One row per data channel: what became of its messages.
    var messageTable: String {
        var table = TextTable(columns: [
            .init(title: "Messages", width: 30), .init(title: "whole", width: 9), .init(title: "repeated", width: 10),
            .init(title: "cut off", width: 9), .init(title: "behind", width: 8), .init(title: "corrupt", width: 9),
        ])
        for channel in report.channels {
            guard let messages = channel.messages else { continue }
            table.rows.append(
                TextTable.Row(
                    cells: [
                        title(of: channel), TextTable.count(messages.delivered, width: 9),
                        TextTable.count(messages.duplicates, width: 10),
                        TextTable.count(messages.incomplete, width: 9), TextTable.count(messages.outOfOrder, width: 8),
                        TextTable.count(messages.corrupt, width: 9),
                    ], isMarked: messages.incomplete + messages.corrupt > 0))
        }
        return table.text(style, width: Self.width)
    }

    /// One row per file channel: how many files came whole, and which did not.
    var fileTable: String {
        var table = TextTable(columns: [
            .init(title: "Files", width: 40), .init(title: "listed", width: 9), .init(title: "whole", width: 9),
            .init(title: "missing", width: 9), .init(title: "refused", width: 9),
        ])
        for channel in report.channels {
            guard let files = channel.files, let objects = channel.objects else { continue }
            let missing = objects.filesListed - objects.filesCompleted
            table.rows.append(
                TextTable.Row(
                    cells: [
                        title(of: channel), TextTable.count(objects.filesListed, width: 9),
                        TextTable.count(objects.filesCompleted, width: 9), TextTable.count(missing, width: 9),
                        TextTable.count(objects.refused, width: 9),
                    ], isMarked: missing + objects.refused > 0, notes: Self.missing(in: files)))
        }
        return table.text(style, width: Self.width)
    }

    private static func missing(in files: [FileReport]) -> [String] {
        let missing = files.filter { !$0.isComplete }
        guard !missing.isEmpty else { return [] }
        let names = missing.prefix(listLimit).map { TerminalText.shortened(TerminalText.clean($0.uri), to: 60) }
        let rest = missing.count > listLimit ? " and \(missing.count - listLimit) more" : ""
        return ["not whole: " + names.joined(separator: ", ") + rest]
    }
}
