/// Where each channel's transport stream is written, and which one.
public struct Extraction: Sendable, Equatable {
    /// Before or after repair.
    public enum Form: String, Sendable, CaseIterable {
        /// What receivers with FEC play.
        case repaired
        /// What arrived in time.
        case received
    }

    /// The folder that gets one file per channel.
    public var directory: String
    /// Before or after repair.
    public var form: Form

    /// One file per channel in `directory`.
    public init(directory: String, form: Form = .repaired) {
        self.directory = directory
        self.form = form
    }
}
