import DeviceLink
import Foundation
import PacketIO
import Testing

@Suite("The device's id")
struct DeviceIdentityTests {
    private static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("svm-id-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test("F-5: a random UUID of version 4 that stays the same from then on")
    func stays() throws {
        try Self.withFolder { folder in
            let path = folder + "/a/b/device-uuid"
            let first = DeviceIdentity(keptAt: path)
            // RFC 9562, 4 and 5.4: the version's digit is 4, the variant's 8, 9, a or b; lower case is written.
            let form = #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
            #expect(first.uuid.wholeMatch(of: form) != nil)
            #expect(first.notice == nil)
            #expect(DeviceIdentity(keptAt: path) == first)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == first.uuid + "\n")
            #expect(DeviceIdentity(keptAt: folder + "/other").uuid != first.uuid)
            // Nothing else is left beside it, and nobody else may read it.
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/a/b") == ["device-uuid"])
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("an id that a person put there is taken, in any case and with spaces around it")
    func given() throws {
        try Self.withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/id"
            // The example of RFC 9562, A.3.
            try " 919108F7-52D1-4320-9BAC-F847DB4148A8\r\n".write(toFile: path, atomically: true, encoding: .utf8)
            let identity = DeviceIdentity(keptAt: path)
            #expect(identity.uuid == "919108f7-52d1-4320-9bac-f847db4148a8")
            #expect(identity.notice == nil)
        }
    }

    static let corrupt = [
        "", "x", "919108f7-52d1-4320-9bac", "919108f7-52d1-4320-9bac-f847db4148a8 and more",
        "00000000-0000-0000-0000-000000000000", "919108f752d143209bacf847db4148a8", "\u{0}",
        String(repeating: " ", count: 300) + "919108f7-52d1-4320-9bac-f847db4148a8",
    ]

    @Test("a file that holds no UUID is replaced, and a sentence says so", arguments: corrupt)
    func repairs(_ text: String) throws {
        try Self.withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/id"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let first = DeviceIdentity(keptAt: path)
            #expect(first.notice == "\(path) holds no UUID: the device has the new id \(first.uuid)")
            let second = DeviceIdentity(keptAt: path)
            #expect(second.uuid == first.uuid)
            #expect(second.notice == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["id"])
        }
    }

    @Test("where nothing can be kept the id is good for this run, and a sentence says so")
    func unwritable() throws {
        try Self.withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/id", withIntermediateDirectories: true)
            let identity = DeviceIdentity(keptAt: folder + "/id")
            #expect(UUID(uuidString: identity.uuid) != nil)
            #expect(
                identity.notice
                    == "\(folder)/id is no file, and the device's id \(identity.uuid) is good for this run only: "
                    + "\(folder)/id cannot be written: Is a directory")
            // A folder that is a file.
            try "x".write(toFile: folder + "/file", atomically: true, encoding: .utf8)
            let below = DeviceIdentity(keptAt: folder + "/file/id")
            #expect(below.notice?.contains("Not a directory") == true)
            #expect(below.notice?.contains("\n") == false)
        }
    }

    @Test("a pipe in the file's place does not hold the program")
    func pipe() throws {
        try Self.withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(mkfifo(folder + "/id", 0o600) == 0)
            let identity = DeviceIdentity(keptAt: folder + "/id")
            #expect(identity.notice == "\(folder)/id is no file: the device has the new id \(identity.uuid)")
            #expect(DeviceIdentity(keptAt: folder + "/id").uuid == identity.uuid)
        }
    }

    @Test("all who ask at once get the same id, also when there was a broken one", arguments: [false, true])
    func atOnce(isBroken: Bool) throws {
        try Self.withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/id"
            if isBroken { try "broken".write(toFile: path, atomically: true, encoding: .utf8) }
            // Each call opens the folder anew, so that the lock keeps threads apart as it does processes.
            let ids = Guarded<Set<String>>([])
            DispatchQueue.concurrentPerform(iterations: 16) { _ in
                let id = DeviceIdentity(keptAt: path).uuid
                ids.withLock { _ = $0.insert(id) }
            }
            #expect(ids.withLock { $0.count } == 1)
        }
    }

    @Test("the usual place follows the XDG Base Directory Specification")
    func usualPath() {
        // "If $XDG_STATE_HOME is either not set or empty, a default equal to $HOME/.local/state should be used"; paths that
        // are not absolute are to be ignored.
        let home = "/home/u/.local/state/stadium-replay/device-uuid"
        #expect(DeviceIdentity.usualPath(in: ["HOME": "/home/u"]) == home)
        #expect(DeviceIdentity.usualPath(in: ["HOME": "/home/u", "XDG_STATE_HOME": ""]) == home)
        #expect(DeviceIdentity.usualPath(in: ["HOME": "/home/u", "XDG_STATE_HOME": "state"]) == home)
        #expect(DeviceIdentity.usualPath(in: ["XDG_STATE_HOME": "/s"]) == "/s/stadium-replay/device-uuid")
        #expect(DeviceIdentity.usualPath(in: ["HOME": "u"]) == nil)
        #expect(DeviceIdentity.usualPath(in: [:]) == nil)
    }
}
