public import Timing

/// How large and how long a recording may grow before it goes on in the next file.
public struct RecordLimit: Hashable, Sendable {
    /// The least size, in bytes: a file must hold a few of the largest datagrams.
    public static let leastBytes: Int64 = 1 << 20
    /// The form in which people write it, for messages.
    public static let form = "SIZE[,SECONDS], such as 500M or 2G,3600, with a SIZE of at least 1M"

    /// The most bytes of one file.
    public var bytes: Int64
    /// The longest time in one file; nil when only its size counts.
    public var duration: StreamDuration?

    /// Files of at most `bytes` and `duration`.
    public init(bytes: Int64, duration: StreamDuration? = nil) {
        self.bytes = bytes
        self.duration = duration
    }

    /// Reads "SIZE[,SECONDS]", or gives nil for anything else; SIZE may end with K, M or G (powers of 1 024).
    public init?(parsing text: String) {
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard let size = parts.first.flatMap(Self.bytes(in:)), size >= Self.leastBytes else { return nil }
        bytes = size
        guard parts.count > 1 else { return }
        guard let seconds = Self.number(in: parts[1]), seconds > 0 else { return nil }
        duration = StreamDuration(seconds: seconds)
    }

    private static func bytes(in text: Substring) -> Int64? {
        let units: [Character: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = text.last.flatMap { units[Character($0.uppercased())] }
        guard let count = number(in: unit == nil ? text : text.dropLast()) else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: unit ?? 1)
        return overflow ? nil : product
    }

    /// Plain digits only: "+5" and " 5" are mistakes.
    private static func number(in text: Substring) -> Int64? {
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int64(text)
    }
}
