public import Timing

/// An instant of NTP in 64 bits: seconds since 1900-01-01 and 2⁻³² s, a circle of 136 years (RFC 5905, section 6).
public struct NetworkTime: Hashable, Sendable {
    /// The seconds on the circle.
    public var seconds: UInt32
    /// The fraction in units of 2⁻³² s.
    public var fraction: UInt32

    /// Seconds from NTP's epoch to stream time's.
    private static let epochs: Int64 = 2_208_988_800

    /// The instant of the two halves.
    public init(seconds: UInt32, fraction: UInt32) {
        self.seconds = seconds
        self.fraction = fraction
    }

    /// The instant `time`, to the nanosecond.
    public init(_ time: StreamTime) {
        let whole = time.roundedDown(to: StreamDuration(seconds: 1))
        let rest = UInt64(max(0, (time - whole).nanoseconds))
        seconds = UInt32(truncatingIfNeeded: whole.nanoseconds / 1_000_000_000 + Self.epochs)
        // Rounded up, so that reading it back, which rounds down, gives the same nanosecond.
        fraction = UInt32(truncatingIfNeeded: ((rest << 32) + 999_999_999) / 1_000_000_000)
    }

    /// The instant of stream time that is meant, on the turn of the circle nearest to `reference`.
    public func instant(near reference: StreamTime) -> StreamTime {
        let there = reference.nanoseconds / 1_000_000_000 + Self.epochs
        let ahead = Int32(bitPattern: seconds &- UInt32(truncatingIfNeeded: there))
        let whole = there + Int64(ahead) - Self.epochs
        let (nanoseconds, overflow) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return StreamTime(nanoseconds: whole < 0 ? .min : .max) }
        let rest = Int64((UInt64(fraction) * 1_000_000_000) >> 32)
        return StreamTime(nanoseconds: nanoseconds) + StreamDuration(nanoseconds: rest)
    }
}
