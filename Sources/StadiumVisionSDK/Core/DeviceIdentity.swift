import Foundation

/// The id by which a Reporter knows this device: made once, kept in a file, and the same ever after.
struct DeviceIdentity: Sendable {
    /// The file's path.
    let path: String

    /// The user's usual place: `$XDG_DATA_HOME`, else `~/.local/share`, and `StadiumVisionMobile/device-uuid` below it.
    static var usual: DeviceIdentity {
        let environment = ProcessInfo.processInfo.environment
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folder = data ?? NSHomeDirectory() + "/.local/share"
        return DeviceIdentity(path: folder + "/StadiumVisionMobile/device-uuid")
    }

    /// Reads the id, or makes one; `log` is told when it cannot be kept.
    func load(log: (String) -> Void) -> String {
        if let kept = kept { return kept }
        let made = UUID().uuidString.lowercased()
        let url = URL(filePath: path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            // Two programs may come here together: the one that is first makes the file, and both read it.
            let isFirst = FileManager.default.createFile(
                atPath: path + "." + made, contents: Data(made.utf8), attributes: [.posixPermissions: 0o600])
            if isFirst {
                defer { try? FileManager.default.removeItem(atPath: path + "." + made) }
                if kept == nil { try? FileManager.default.removeItem(atPath: path) }
                try? FileManager.default.linkItem(atPath: path + "." + made, toPath: path)
            }
        } catch {
            log("the device's id cannot be kept in \(path): it lasts until the program ends")
            return made
        }
        if let kept { return kept }
        log("the device's id cannot be kept in \(path): it lasts until the program ends")
        return made
    }

    private var kept: String? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        let text = (try? file.read(upToCount: 64)).map { String(decoding: $0, as: UTF8.self) }
        return text.flatMap { UUID(uuidString: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
            .map { $0.uuidString.lowercased() }
    }
}
