import Channels
import VenueWire

extension Finding {
    /// What an announcement says of a channel, where something else is sent; nil when nothing is.
    init?(whereItDiffers channel: ChannelReport, _ announced: ChannelAnnouncement?) {
        guard let facts = announced?.announcement.channel else { return nil }
        var differences: [String] = []
        if facts.encoding.rawValue != channel.carriage.rawValue {
            differences.append("\(channel.carriage.rawValue) instead of \(facts.encoding.rawValue)")
        }
        if let fec = channel.fec, facts.kind == .video { differences += Self.differences(fec.scheme, facts.protection) }
        guard !differences.isEmpty else { return nil }
        self.init(
            id: "announcement.differs", severity: .warning, channel: channel.id,
            text: "What is sent is not what is announced: \(differences.joined(separator: ", ")).")
    }

    private static func differences(_ sent: FECReport.Scheme, _ announced: AnnouncedProtection) -> [String] {
        switch (announced.scheme, sent) {
        case (.none, .none): []
        case (.parity, .matrix(let columns, let rows, let mode, _)):
            number(columns, announced.columns, "columns")
                + (mode == .columns || announced.rows == 0 ? [] : number(rows, announced.rows, "rows"))
        case (.reedSolomon, .reedSolomon(let k, let r, let points)):
            number(k, announced.sourceCount, "source packets a window")
                + number(r, announced.repairCount, "repair packets a window")
                + (announced.matrix.map { $0 == points } ?? true
                    ? [] : ["\(points) points instead of the announced ones"])
        case (_, .none): ["no protection instead of \(announced.scheme.rawValue)"]
        default: ["another protection than \(announced.scheme.rawValue)"]
        }
    }

    private static func number(_ sent: Int, _ announced: Int, _ what: String) -> [String] {
        announced == 0 || sent == 0 || sent == announced ? [] : ["\(sent) instead of \(announced) \(what)"]
    }
}
