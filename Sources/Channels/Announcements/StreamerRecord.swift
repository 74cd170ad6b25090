public import NetworkFormats
public import Timing

/// A Streamer that was heard (the report's `streamers`; `getStreamerArray`).
public struct StreamerRecord: Hashable, Sendable {
    /// Where its announcements come from.
    public var address: IPAddress
    /// Its id.
    public var id: String
    /// What it calls itself; empty when it does not say.
    public var name: String
    /// Whether it is heard.
    public var isAllowed: Bool
    /// When it announced last.
    public var last: StreamTime
}

/// The Streamers that were heard, the first ones of each address and of all.
struct StreamerTable: Sendable {
    /// More Streamers than this are not told apart.
    static let limit = 256
    /// More ids of one address than this are not told apart.
    static let addressLimit = 16

    private struct Key: Hashable, Sendable {
        var address: IPAddress
        var id: String
    }

    private(set) var records: [StreamerRecord] = []
    private var places: [Key: Int] = [:]

    mutating func heard(_ record: StreamerRecord) {
        let key = Key(address: record.address, id: record.id)
        if let place = places[key] {
            records[place] = record
            return
        }
        guard records.count < Self.limit,
            records.count(where: { $0.address == record.address }) < Self.addressLimit
        else { return }
        places[key] = records.count
        records.append(record)
    }

    /// Judges every Streamer anew.
    mutating func judge(by rules: AnnouncementRules) {
        for index in records.indices {
            records[index].isAllowed = rules.allows(records[index].id, at: records[index].address)
        }
    }
}
