import Foundation

/// The JSON of an announcement as it may come: of any value that may be absent or of another type, nil says so.
struct AnnouncementBody: Decodable {
    struct Streamer: Decodable {
        var id: Lenient<String>?
        var name: Lenient<String>?
    }

    struct License: Decodable {
        var venueName: Lenient<String>?
        var contentOwner: Lenient<String>?
        var appDeveloper: Lenient<String>?
    }

    struct Channel: Decodable {
        var kind: Lenient<String>?
        var sessionNum: Lenient<UInt64>?
        var name: Lenient<String>?
        var text: Lenient<String>?
        var bandwidthKbps: Lenient<UInt64>?
        var addr: Lenient<String>?
        var port: Lenient<UInt64>?
        var ssm: Lenient<String>?
        var enc: Lenient<String>?
        var fec: Lenient<Protection>?
    }

    struct Protection: Decodable {
        /// The keys; two are capital letters, as in RFC 6865 and SMPTE 2022-1, and some have a longer name as well.
        enum CodingKeys: String, CodingKey {
            case scheme, matrix, k, r, columns, rows, repairPort, windowMs
            case symbolLength = "E"
            case shortColumns = "L"
            case shortRows = "D"
        }

        var scheme: Lenient<String>?
        var matrix: Lenient<String>?
        var k: Lenient<UInt64>?
        var r: Lenient<UInt64>?
        var symbolLength: Lenient<UInt64>?
        var columns: Lenient<UInt64>?
        var rows: Lenient<UInt64>?
        var shortColumns: Lenient<UInt64>?
        var shortRows: Lenient<UInt64>?
        var repairPort: Lenient<UInt64>?
        var windowMs: Lenient<UInt64>?
    }

    var version: Lenient<String>?
    var streamer: Lenient<Streamer>?
    var sessionId: Lenient<String>?
    var title: Lenient<String>?
    var seq: Lenient<UInt64>?
    var periodMs: Lenient<UInt64>?
    var license: Lenient<License>?
    var channel: Lenient<Channel>?

    /// Reads a body; nil when it is not one JSON object in UTF-8 (RFC 8259), without a byte order mark.
    init?(_ bytes: [UInt8]) {
        // Foundation would also take UTF-16 and a mark.
        guard bytes.first != 0xef, String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0),
            (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any],
            let body = try? JSONDecoder().decode(Self.self, from: Data(bytes))
        else { return nil }
        self = body
    }
}

/// A value that may be of another type than the one that is wanted.
struct Lenient<Value: Decodable>: Decodable {
    /// The value; nil when something else stands there.
    var value: Value?

    init(from decoder: any Decoder) throws { value = try? decoder.singleValueContainer().decode(Value.self) }
}
