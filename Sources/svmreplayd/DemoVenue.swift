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
        var index = 0
        while let file = cwebassets_file_at(index)?.pointee {
            if String(cString: file.path) == path {
                return Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
            }
            index += 1
        }
        throw FileFailure(path: path, act: "find", reason: "it was not built into this program")
    }
}
