import CWebAssets
import NetworkFormats
import PacketIO
import Terminal
import Timing
import VenueRuntime
import VenueSimulator

/// The venue that `--demo` brings along: this project's own pictures, with messages and files, sent on loopback.
enum DemoVenue {
    /// The venue, ready to send, announced to `announcements`.
    static func make(announcements: Endpoint) throws -> VenueStreamer {
        VenueStreamer(
            NativeVenueSpec.demo(
                mainCamera: try LoopMaterial(bytes(of: "demo/main-camera.ts")),
                sideline: try LoopMaterial(bytes(of: "demo/sideline.ts")),
                start: StreamTime(nanoseconds: SystemClock().read().realtime), announcements: announcements))
    }

    private static func bytes(of path: String) throws(FileFailure) -> [UInt8] {
        guard let file = cwebassets_file_named(path)?.pointee else {
            throw FileFailure(path: path, act: "find", reason: "it was not built into this program")
        }
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
    }
}
