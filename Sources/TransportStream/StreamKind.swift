/// What the packets of a PID are for; the raw value is the name in reports.
public enum StreamKind: String, Hashable, Sendable {
    case video, audio, subtitle, data
    /// Tables: which programs there are and what they hold.
    case tables = "psi"
    /// Nothing but a program's clock.
    case clock = "pcr"
    /// Filling.
    case stuffing = "null"
    case unknown
}
