public import Bytes
import Kernels
public import Timing

/// A ZIP archive of files that stay as they are (APPNOTE 6.3, method 0): its bytes are known before any is sent, and those of
/// the files stay where they lie.
///
/// The same files give the same archive; ZIP64 is used where 32 bits do not suffice.
public enum ZipArchive: Sendable {
    /// A file of it.
    public struct Entry: Sendable {
        /// Its name: ASCII, no slash at the front.
        public var name: String
        /// Its bytes.
        public var content: SliceList
        /// When it is said to be from; even seconds from 1980 to 2107 can be said.
        public var modified: StreamTime

        /// A file.
        public init(name: String, content: SliceList, modified: StreamTime) {
            self.name = name
            self.content = content
            self.modified = modified
        }
    }

    /// The archive of `entries`, in their order.
    public static func bytes(of entries: [Entry]) -> SliceList { bytes(of: entries, wideFrom: UInt64(UInt32.max)) }

    /// The same, with ZIP64 for numbers from `limit` on.
    static func bytes(of entries: [Entry], wideFrom limit: UInt64) -> SliceList {
        var archive = SliceList()
        var directory = ByteWriter()
        for entry in entries {
            let record = ZipRecord(entry, offset: UInt64(archive.count), limit: limit)
            archive.append(contentsOf: SliceList(copying: record.local))
            archive.append(contentsOf: entry.content)
            directory.write(contentsOf: record.central)
        }
        let end = ZipEnd(
            entries: UInt64(entries.count), directory: UInt64(directory.count), offset: UInt64(archive.count),
            limit: limit)
        directory.write(contentsOf: end.bytes)
        archive.append(contentsOf: SliceList(copying: directory.bytes))
        return archive
    }
}
