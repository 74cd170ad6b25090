/// The names of a session's statistics, spelled as the guide prints them (Table 2-20): a mix of two styles, kept as it is.
public enum StatKey: String, CaseIterable, Sendable {
    /// The id of the tuned session.
    case announcementSessionID = "announcement_session_id"
    /// The title of the tuned session.
    case announcementSessionTitle = "announcement_session_title"
    /// Announcements that are none.
    case announcementsMalformed = "announcementsMalformed"
    /// Announcements of a Streamer that is not heard.
    case announcementsNotAllowed = "announcementsNotAllowed"
    /// All announcements.
    case announcementsReceived = "announcementsReceived"
    /// Channels that came onto the list.
    case channelsAdded = "channelsAdded"
    /// Channels that left the list.
    case channelsPruned = "channelsPruned"
    /// Announcements whose body is no JSON object.
    case invalidJSONAnnouncements = "invalidJsonAnnouncements"
    /// Announcements of another field of use.
    case licenseMismatchAnnouncements = "licenseMismatchAnnouncements"
    /// Times the announcements' group was joined anew because it was silent.
    case listenerIGMPRestarts = "listenerIgmpRestarts"
    /// Pictures that lack a packet after repair.
    case droppedVideoFrames = "num_dropped_video_frames"
    /// Continuity errors after repair.
    case discontinuities = "num_ts_discontinuities"
    /// Protection windows in a class.
    case protectionWindows = "protection_windows"
    /// The health of the network, 0 … 10.
    case linkIndicator = "session_link_indicator"
    /// Whole seconds since the session was opened.
    case sessionUptime = "session_uptime"
    /// Uploads that were begun.
    case uploadAttempts = "statsUploadAttempts"
    /// Uploads that failed.
    case uploadFailures = "statsUploadFailures"
    /// Uploads that were taken.
    case uploadSuccesses = "statsUploadSuccesses"
    /// Bytes of transport stream handed to the player after repair.
    case bytesWritten = "total_num_bytes_written"
    /// Announcements of another major version.
    case versionMismatchAnnouncements = "versionMismatchAnnouncements"
    /// Windows of more packets than can be repaired.
    case windowError = "window_error"
    /// Windows that lost nothing.
    case windowNoLoss = "window_no_loss"
    /// Windows that could not be repaired.
    case windowRecoveryFailures = "window_recovery_failures"
    /// Windows that were repaired.
    case windowRecoverySuccesses = "window_recovery_successes"
    /// Windows of more packets than is recommended.
    case windowWarning = "window_warning"
}
