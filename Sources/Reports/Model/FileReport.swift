/// One version of a file of a file channel.
public struct FileReport: Sendable, Equatable {
    /// Its name, as the delivery table has it.
    public var uri: String
    /// Its bytes; nil while nothing said how many.
    public var length: UInt64?
    /// The MD5 that the table gives, 32 hexadecimal digits; nil when it gives none.
    public var md5: String?
    /// Whether every byte came; whether they are the right ones is checked where they are kept.
    public var isComplete: Bool
    /// Counts the versions of the name, from 1.
    public var version: Int

    /// A version of the file called `uri`.
    public init(uri: String, length: UInt64? = nil, md5: String? = nil, isComplete: Bool = false, version: Int = 1) {
        self.uri = uri
        self.length = length
        self.md5 = md5
        self.isComplete = isComplete
        self.version = version
    }
}
