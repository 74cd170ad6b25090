import NetworkFormats
import ObjectDelivery
import Pipeline
import VenueWire

extension ChannelReport {
    /// Puts what a data or file channel told in the place of the sections that only media has.
    mutating func take(_ snapshot: ObjectSnapshot, firsts: FirstObjectTroubles) {
        (fec, windows, link) = (nil, nil, nil)
        let counters = snapshot.counters
        objects = ObjectsReport(
            packets: counters.packets, malformed: counters.malformed, refused: counters.refused,
            filesListed: snapshot.ledger.listed, filesCompleted: snapshot.ledger.completed,
            firstMalformed: Occurrence(firsts.malformed), firstRefused: Occurrence(firsts.refused))
        if kind == .file {
            files = snapshot.ledger.files.map(FileReport.init)
        } else {
            messages = MessagesReport(
                delivered: counters.delivered, duplicates: counters.duplicates, incomplete: counters.incomplete,
                outOfOrder: counters.outOfOrder, corrupt: counters.corrupt,
                firstIncomplete: Occurrence(firsts.incomplete), firstCorrupt: Occurrence(firsts.corrupt))
        }
    }
}

extension ChannelReport.Kind {
    init(_ kind: ChannelKind) {
        switch kind {
        case .video: self = .video
        case .data: self = .data
        case .file: self = .file
        }
    }
}

extension FileReport {
    init(_ record: FileRecord) {
        self.init(
            uri: record.uri, length: record.contentLength ?? record.transferLength,
            md5: record.md5.map(Self.hexadecimal), isComplete: record.isComplete, version: record.version)
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
