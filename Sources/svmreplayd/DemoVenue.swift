import CWebAssets
import Terminal
import VenueRuntime
import VenueSimulator

/// The venue that `--demo` brings along: two channels of this project's own pictures, sent on loopback.
enum DemoVenue {
    /// The venue, ready to send.
    static func make() throws -> EmbeddedVenue {
        EmbeddedVenue(
            SenderSpec.demo(
                mainCamera: try LoopMaterial(bytes(of: "demo/main-camera.ts")),
                sideline: try LoopMaterial(bytes(of: "demo/sideline.ts"))))
    }

    private static func bytes(of path: String) throws(FileFailure) -> [UInt8] {
        guard let file = cwebassets_file_named(path)?.pointee else {
            throw FileFailure(path: path, act: "find", reason: "it was not built into this program")
        }
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
    }
}
