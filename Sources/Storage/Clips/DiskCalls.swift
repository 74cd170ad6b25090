import Glibc
import PacketIO

/// The calls of the system that a full or broken disk fails; tests put others here.
struct DiskCalls: Sendable {
    /// Writes some bytes; how many it were, or -1 with the reason in `errno`.
    var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { Glibc.write($0, $1.baseAddress, $1.count) }
    /// Brings a file or folder to the disk; 0, or -1 with the reason in `errno`.
    var synchronize: @Sendable (Int32) -> Int32 = { fsync($0) }
    /// Bytes that may still be written on the disk of a folder.
    var freeBytes: @Sendable (FolderHandle) -> Int = { Int(clamping: $0.freeBytes) }
}
