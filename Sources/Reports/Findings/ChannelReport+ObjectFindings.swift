extension ChannelReport {
    /// What is to be said of a data or file channel.
    var objectFindings: [Finding] {
        guard let objects else { return [] }
        var findings: [Finding] = []
        if objects.malformed > 0 {
            findings.append(
                Finding(
                    id: "object.malformed", severity: .warning, at: objects.firstMalformed, value: objects.malformed,
                    unit: "datagrams",
                    text: "\(objects.malformed.of("datagram")) of the channel hold no LCT header that fits: "
                        + "something else is sent to its group and port."))
        }
        if objects.refused > 0 {
            findings.append(
                Finding(
                    id: "object.refused", severity: .warning, at: objects.firstRefused, value: objects.refused,
                    unit: "times",
                    text: "Delivery tables, files or objects were refused \(objects.refused.times): a table that is "
                        + "no XML, a name that leads out of the folder, or a size beyond a limit."))
        }
        return findings + messageFindings + fileFindings(objects)
    }

    private var messageFindings: [Finding] {
        guard let messages else { return [] }
        var findings: [Finding] = []
        if messages.incomplete > 0 {
            findings.append(
                Finding(
                    id: "message.incomplete", severity: .warning, at: messages.firstIncomplete,
                    value: messages.incomplete, unit: "messages",
                    text: "\(messages.incomplete.of("message")) never came whole: "
                        + "repeat messages more often, or protect them."))
        }
        if messages.corrupt > 0 {
            findings.append(
                Finding(
                    id: "message.corrupt", severity: .error, at: messages.firstCorrupt, value: messages.corrupt,
                    unit: "messages",
                    text: "\(messages.corrupt.of("message")) came whole with a wrong checksum: "
                        + "two senders use one session, or the sender is not one of ours."))
        }
        if messages.outOfOrder > 0 {
            findings.append(
                Finding(
                    id: "message.order", severity: .info, at: nil, value: messages.outOfOrder, unit: "messages",
                    text: "\(messages.outOfOrder.of("message")) came whole only after a later one."))
        }
        return findings
    }

    private func fileFindings(_ objects: ObjectsReport) -> [Finding] {
        guard let files else { return [] }
        let missing = objects.filesListed - objects.filesCompleted
        if objects.filesListed == 0, objects.packets > 0 {
            return [
                Finding(
                    id: "file.noTable", severity: .error, at: nil, value: nil, unit: nil, limit: nil,
                    text: "No delivery table of the channel could be read, so no file has a name.")
            ]
        }
        guard missing > 0 else { return [] }
        let first = files.first { !$0.isComplete }.map { ", \"\(Self.shortened($0.uri))\" the first of them" } ?? ""
        return [
            Finding(
                id: "file.incomplete", severity: .warning, at: nil, value: missing, unit: "files",
                text: "\(missing) of \(objects.filesListed.of("file")) never came whole\(first): "
                    + "repeat them more often, protect them, or listen longer.")
        ]
    }

    /// The longest name that a sentence quotes, in Unicode scalars.
    private static let nameLimit = 80

    private static func shortened(_ name: String) -> String {
        let scalars = name.unicodeScalars
        guard scalars.count > nameLimit else { return name }
        return String(String.UnicodeScalarView(scalars.prefix(nameLimit))) + "…"
    }
}
