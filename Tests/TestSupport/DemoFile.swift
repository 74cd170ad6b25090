import Foundation

/// The transport streams of the demo, which lie in the Web folder.
public enum DemoFile {
    /// The bytes of "main-camera.ts" or "sideline.ts".
    public static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Web/demo").standardized
        return [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }
}
