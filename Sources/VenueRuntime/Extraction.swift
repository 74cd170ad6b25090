/// Where each channel's transport stream, messages or files are written, and which stream.
public struct Extraction: Sendable, Equatable {
    /// Before or after repair.
    public enum Form: String, Sendable, CaseIterable {
        /// What receivers with FEC play.
        case repaired
        /// What arrived in time.
        case received
    }

    /// The folder that gets `{name}.ts` of a video channel, `{name}.jsonl` of a data channel and the folder `{name}` of a file
    /// channel.
    public var directory: String
    /// Before or after repair.
    public var form: Form

    /// One file per channel in `directory`.
    public init(directory: String, form: Form = .repaired) {
        self.directory = directory
        self.form = form
    }
}
