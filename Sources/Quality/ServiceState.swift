/// Whether the service is there for a fan, and if not, why (SDK semantics 3.5): it is up when there is no reason against it.
public struct ServiceState: Hashable, Sendable {
    /// Why the service is down; bits in the order in which the guide's sample looks at them.
    public struct Reasons: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Reasons with these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The SDK was not started, or was stopped.
        public static let sdkNotRunning = Reasons(rawValue: 1)
        /// The interface is missing, disabled or not connected.
        public static let wifiDown = Reasons(rawValue: 2)
        /// No channel of our field of use is announced.
        public static let noChannels = Reasons(rawValue: 4)
        /// The tuned channel loses too much.
        public static let poorQuality = Reasons(rawValue: 8)

        /// The names of the reasons that are set, in the order of their bits.
        public var names: [String] {
            let all: [(Reasons, String)] = [
                (.sdkNotRunning, "sdkNotRunning"), (.wifiDown, "wifiDown"), (.noChannels, "noChannels"),
                (.poorQuality, "poorQuality"),
            ]
            return all.filter { contains($0.0) }.map(\.1)
        }
    }

    /// Why it is down; empty when it is up.
    public var reasons: Reasons

    /// The state that these reasons make.
    public init(reasons: Reasons) { self.reasons = reasons }

    /// The state of a session: what comes first hides what comes after, since a session that is not running, or not
    /// connected, knows nothing of channels.
    public init(isRunning: Bool, isLinkUp: Bool, hasChannels: Bool, hasPoorQuality: Bool) {
        guard isRunning else {
            self.init(reasons: .sdkNotRunning)
            return
        }
        guard isLinkUp else {
            self.init(reasons: .wifiDown)
            return
        }
        var reasons: Reasons = []
        if !hasChannels { reasons.insert(.noChannels) }
        if hasPoorQuality { reasons.insert(.poorQuality) }
        self.init(reasons: reasons)
    }

    /// Whether the service is up.
    public var isUp: Bool { reasons.isEmpty }
}
