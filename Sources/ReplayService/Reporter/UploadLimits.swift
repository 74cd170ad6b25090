/// How many uploads are taken; more are a flood.
enum UploadLimits {
    /// A rate that may be exceeded for a moment.
    struct Rate: Sendable {
        /// Uploads a second, in the long run.
        var perSecond: Double
        /// Uploads that may come at once.
        var burst: Double
    }

    /// Of one device, which uploads once a second at most and when it closes a session.
    static let device = Rate(perSecond: 2, burst: 20)
    /// Of all devices together: a stadium of 60 000 that upload once a minute.
    static let total = Rate(perSecond: 1_000, burst: 2_000)
    /// Devices that are told apart at a time.
    static let devices = 20_000
}
