/// A file of a saved clip.
public struct SavedFile: Hashable, Sendable {
    /// What it is; the file is called so.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// The clip as MP4.
        case movie = "clip.mp4"
        /// The clip as transport stream.
        case transport = "clip.ts"
        /// The datagrams behind it.
        case evidence = "evidence.pcapng"
        /// The report on its channel as it was when the clip was saved.
        case report = "report.json"
        /// Messages of data channels, one a line.
        case messages = "messages.jsonl"

        /// The media type.
        public var type: String {
            switch self {
            case .movie: "video/mp4"
            case .transport: "video/mp2t"
            case .evidence: "application/x-pcapng"
            case .report: "application/json"
            case .messages: "application/jsonl"
            }
        }
    }

    /// Something that is said of the file: the header fields with which it was, and is, answered.
    public struct Fact: Hashable, Sendable {
        /// The name of the field, such as "X-Clip-Start".
        public var name: String
        /// Its value: printable ASCII.
        public var value: String

        /// A field and its value; nil when one of them could not stand in a header.
        public init?(_ name: String, _ value: String) {
            let isName = name.utf8.count <= Self.nameLimit && name.hasPrefix("X-") && name.utf8.allSatisfy(Self.isToken)
            guard isName, value.utf8.count <= Self.valueLimit, value.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
            else { return nil }
            self.name = name
            self.value = value
        }

        private static let nameLimit = 64
        private static let valueLimit = 1_024

        private static func isToken(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d: true
            default: false
            }
        }
    }

    /// What it is.
    public var name: Name
    /// How many bytes it has.
    public var bytes: Int
    /// What it is called where somebody downloads it: letters, digits, point, hyphen and underline.
    public var downloadName: String
    /// What is said of it.
    public var facts: [Fact]

    /// Facts of one file; more are left out.
    static let factLimit = 32
    private static let downloadNameLimit = 200

    /// A file; a name to download it by that could mislead becomes the file's own.
    public init(name: Name, bytes: Int, downloadName: String, facts: [Fact] = []) {
        self.name = name
        self.bytes = bytes
        self.facts = Array(facts.prefix(Self.factLimit))
        let isPlain = downloadName.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f: true
            default: false
            }
        }
        let isGood = isPlain && (1...Self.downloadNameLimit).contains(downloadName.utf8.count)
        self.downloadName = isGood ? downloadName : name.rawValue
    }
}
