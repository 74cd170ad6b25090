/// A video event, the `object` of `kSVMVideoEventNotification`.
public final class SVMEvent: Sendable {
    /// What happened; the guide does not print the property's name.
    public let type: SVMEventType

    /// An event of this type.
    public init(type: SVMEventType) { self.type = type }
}

/// The types of video events (Table 2-34).
public enum SVMEventType: Sendable, Hashable, CaseIterable {
    /// Media run short.
    case videoBufferingActive
    /// Media are enough again.
    case videoBufferingInactive
}
