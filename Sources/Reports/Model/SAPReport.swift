public import NetworkFormats

/// Session announcements with an SDP body (RFC 2974, RFC 8866).
public struct SAPReport: Sendable, Equatable {
    /// A session that was announced and whose media never came.
    public struct SilentSession: Sendable, Equatable {
        /// The session's name (`s=`).
        public var name: String
        /// Where its media was to be.
        public var endpoint: Endpoint

        /// The session `name` that was to be at `endpoint`.
        public init(name: String, endpoint: Endpoint) {
            self.name = name
            self.endpoint = endpoint
        }
    }

    /// Announcements and deletions received, well-formed or not.
    public var received: Int
    /// Those that break the format.
    public var malformed: Int
    /// Different sessions announced.
    public var sessions: Int
    /// Sessions taken back by a deletion.
    public var deleted: Int
    /// Sessions announced without a single packet of media; told as findings.
    public var silent: [SilentSession]

    /// The counts; whatever is not given did not occur.
    public init(
        received: Int = 0, malformed: Int = 0, sessions: Int = 0, deleted: Int = 0, silent: [SilentSession] = []
    ) {
        self.received = received
        self.malformed = malformed
        self.sessions = sessions
        self.deleted = deleted
        self.silent = silent
    }
}
