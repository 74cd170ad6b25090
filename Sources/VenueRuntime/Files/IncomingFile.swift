import Bytes
import Glibc
import Kernels
import PacketIO

/// A file on its way: a temporary file that gets ranges in any order, hashed from its beginning as far as it is whole.
final class IncomingFile {
    /// The temporary file's name in the folder of those that are on their way.
    let name: String
    /// Bytes of the quota that are set aside for it.
    var reserved: UInt64
    /// How far the file reaches.
    private(set) var length: UInt64 = 0
    /// Bytes from the beginning on that are hashed.
    private(set) var hashed: UInt64 = 0
    private(set) var hash = MD5()
    /// Its descriptor; -1 while it is closed.
    private(set) var descriptor: Int32 = -1
    private let folder: FolderHandle

    /// Makes the temporary file `name`.
    init(_ name: String, in folder: FolderHandle, reserved: UInt64) throws(SystemFault) {
        self.name = name
        self.folder = folder
        self.reserved = reserved
        descriptor = try folder.create(name)
    }

    /// What was not given its own name does not stay.
    deinit {
        close()
        folder.remove(name)
    }

    /// Opens it again if it is closed.
    func open() throws(SystemFault) {
        if descriptor < 0 { descriptor = try folder.reopen(name) }
    }

    /// Closes it until it is written again.
    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Writes bytes at `offset`; it must be open.
    func write(_ bytes: RawSpan, at offset: UInt64) throws(SystemFault) {
        var fault: SystemFault?
        bytes.withUnsafeBytes { source in
            var written = 0
            while written < source.count {
                let count = pwrite(
                    descriptor, source.baseAddress?.advanced(by: written), source.count - written,
                    off_t(clamping: offset) + off_t(written))
                if count > 0 {
                    written += count
                } else if errno != EINTR {
                    fault = SystemFault()
                    return
                }
            }
        }
        if let fault { throw fault }
        length = max(length, offset + UInt64(bytes.byteCount))
        if offset == hashed {
            hash.update(bytes)
            hashed += UInt64(bytes.byteCount)
        }
    }

    /// Reads and hashes up to `room.capacity` more bytes; whether more are left.
    func hashOn(with room: Slab) throws(SystemFault) -> Bool {
        guard hashed < length else { return false }
        let count = try read(into: room, at: hashed)
        guard count > 0 else { throw SystemFault(code: EIO) }
        hash.update(room.bytes)
        hashed += UInt64(count)
        return hashed < length
    }

    /// Fills `room` from `offset` of the file on; how many bytes there were.
    func read(into room: Slab, at offset: UInt64) throws(SystemFault) -> Int {
        room.recycle()
        let count = room.fill { room in
            while true {
                let count = pread(descriptor, room.baseAddress, room.count, off_t(clamping: offset))
                if count >= 0 { return count }
                if errno != EINTR { return -Int(errno) }
            }
        }
        guard count >= 0 else { throw SystemFault(code: Int32(-count)) }
        return count
    }

    /// Brings everything to the disk.
    func sync() throws(SystemFault) {
        guard fsync(descriptor) == 0 else { throw SystemFault() }
    }
}

@available(*, unavailable)
extension IncomingFile: Sendable {}
