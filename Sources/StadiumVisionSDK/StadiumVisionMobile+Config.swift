import PacketIO
import Session
import VenueSettings

extension StadiumVisionMobile {
    /// Sets keys of the configuration, in the shape of `cisco_svm.cfg`; keys that are not given keep what they were (Table 2-14).
    ///
    /// A null value (`NSNull`) takes the default again. The field of use may be nested in `license` or stand at the top. While the
    /// SDK runs, another field of use and other allowed Streamers change the lists at once; where the venue is heard, and the
    /// interface, at the next `start`. Fails, and changes nothing, when a value cannot be used; the error names its key.
    @discardableResult
    public func setConfig(_ runtimeConfigDict: [String: Any]) -> SVMStatus {
        SVMStatus { try change { try $0.setting(runtimeConfigDict) } }
    }

    /// Sets keys of the configuration that a JSON text gives, as `setConfig` does (Table 2-15).
    @discardableResult
    public func setConfigWithString(_ jsonConfig: String) -> SVMStatus {
        SVMStatus { try change { try $0.setting(Array(jsonConfig.utf8)) } }
    }

    /// Sets keys of the configuration that a file gives, as `setConfig` does.
    ///
    /// The SDK itself reads the file that `SVM_CONFIG` names, else `cisco_svm.cfg` in the current folder, else beside the program.
    @discardableResult
    public func setConfig(contentsOfFile path: String) -> SVMStatus {
        SVMStatus { try change { try ConfigurationFile(path: path).set(in: $0) } }
    }

    /// The configuration now, defaults included, in the shape of `cisco_svm.cfg` (Tables 2-17 and 2-29).
    public func getConfig() -> [String: any Sendable] {
        state.withLock { $0.book.configuration }.members.mapValues(\.plain)
    }

    private func change(_ body: (ConfigurationBook) throws -> ConfigurationBook) throws {
        try turn.withLock { _ in
            let (old, session) = state.withLock { ($0.book, $0.isRunning ? $0.run?.session : nil) }
            let book = try body(old)
            try session?.set(book.configuration)
            state.withLock { state in
                state.book = book
                state.trouble = nil
            }
            let known = Set(old.configuration.warnings)
            for warning in book.configuration.warnings where !known.contains(warning) { logBook.say(.info, warning) }
            logBook.say(.debug, "configuration set")
        }
    }
}

extension JSONValue {
    /// The value as a dictionary of the application has it.
    var plain: any Sendable {
        switch self {
        case .null: String?.none
        case .bool(let truth): truth
        case .integer(let whole): whole
        case .number(let number): number
        case .string(let text): text
        case .array(let elements): elements.map(\.plain)
        case .object(let members): members.mapValues(\.plain)
        }
    }
}
