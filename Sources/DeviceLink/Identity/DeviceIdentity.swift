import Foundation

/// The device's own id: a random UUID (RFC 9562, version 4) that stays the same from its first use on.
///
/// It says nothing about the device or its owner. An application shows it, so that a person can find the device's statistics
/// at the Reporter.
public struct DeviceIdentity: Sendable, Hashable {
    /// The id, as 36 characters in lower case.
    public let uuid: String
    /// What a person should read: why the id is a new one, or will not be kept; nil when there is nothing to say.
    public let notice: String?

    /// The id that `path` keeps; when it keeps none, a new one is written there.
    ///
    /// Without a path it is `usualPath`.
    ///
    /// Processes that ask at the same time get the same one. It cannot fail: where nothing can be kept the id is good for this
    /// run, and `notice` says so.
    public init(keptAt path: String? = nil) {
        guard let path = path ?? Self.usualPath() else {
            self.init(Self.fresh(), "the device's id is not kept: neither XDG_STATE_HOME nor HOME names a folder")
            return
        }
        let (uuid, notice) = IdentityFile(path: path).settled(otherwise: Self.fresh())
        self.init(uuid, notice)
    }

    private init(_ uuid: String, _ notice: String?) {
        self.uuid = uuid
        self.notice = notice
    }

    /// Where the id is kept: `stadium-replay/device-uuid` in the user's folder for state (XDG Base Directory Specification);
    /// nil when the environment names none.
    public static func usualPath(
        in environment: [String: String]? = nil
    ) -> String? {
        let environment = environment ?? ProcessInfo.processInfo.environment
        // Paths that do not begin at the root are to be passed over.
        let folder = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state" : nil }
        return (folder ?? home).map { $0 + "/stadium-replay/device-uuid" }
    }

    /// Foundation's UUIDs are random, version 4.
    private static func fresh() -> String { UUID().uuidString.lowercased() }

    /// The id that `text` is, in lower case; nil when it is none.
    ///
    /// Spaces and line ends around it do not count.
    static func reading(_ text: String) -> String? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let uuid = UUID(uuidString: trimmed), trimmed.utf8.contains(where: { $0 != 0x30 && $0 != 0x2d }) else {
            return nil
        }
        return uuid.uuidString.lowercased()
    }
}
