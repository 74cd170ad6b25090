import Bytes
import Foundation
import Glibc
import Synchronization

/// Files without names that hold one input after another: what reads files by path can be fed without leaving any behind.
final class ScratchFile: Sendable {
    /// One for all; each thread gets its own file.
    static let shared = ScratchFile()

    private let descriptors = Mutex<[UInt: Int32]>([:])

    /// Makes the file of this thread hold `bytes`, and gives its path; nil when the system refuses.
    func holding(_ bytes: RawSpan) -> String? {
        let thread = UInt(pthread_self())
        let descriptor = descriptors.withLock { open -> Int32 in
            if let known = open[thread] { return known }
            let made = Self.make()
            if made >= 0 { open[thread] = made }
            return made
        }
        guard descriptor >= 0, ftruncate(descriptor, 0) == 0 else { return nil }
        let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        return written == bytes.byteCount ? "/proc/self/fd/\(descriptor)" : nil
    }

    private static func make() -> Int32 {
        let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
        var path = Array((folder + "/svmfuzz-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        if descriptor >= 0 { unlink(path) }
        return descriptor
    }
}
