/// Windows that are shared with readers and never change.
final class WindowGroup: Sendable {
    /// Windows in a group.
    static let size = 64

    let windows: [KeptWindow]

    init(_ windows: [KeptWindow]) { self.windows = windows }
}
