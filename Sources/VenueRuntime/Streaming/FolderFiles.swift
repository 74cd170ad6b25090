import Glibc
import VenueSimulator

/// What lies in a folder whose files are sent.
struct FolderFiles: Equatable {
    /// One file as a look at the folder shows it.
    struct Entry: Hashable {
        /// Its path below the folder, words joined by "/".
        var name: String
        var size: Int
        /// When it was changed, in nanoseconds since 1970.
        var changed: Int64
        var inode: UInt
    }

    /// At most so many files of a folder are sent, those that come first by name.
    static let fileLimit = 10_000
    /// Longer files are not sent, in bytes.
    static let sizeLimit = 256 << 20
    /// Nor more than this of all files, in bytes.
    static let totalLimit = 1 << 30
    /// So many folders within folders are looked into.
    private static let depthLimit = 8

    /// The files, by name.
    private(set) var entries: [Entry] = []

    /// Looks at the folder at `path`: regular files only, no links and nothing whose name begins with a dot.
    init(at path: String) {
        look(into: path, below: "", depth: 0)
        entries.sort { $0.name < $1.name }
        if entries.count > Self.fileLimit { entries.removeLast(entries.count - Self.fileLimit) }
    }

    private mutating func look(into folder: String, below prefix: String, depth: Int) {
        guard depth < Self.depthLimit, let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
                    String(cString: $0)
                }
            }
            guard !name.hasPrefix(".") else { continue }
            let path = folder + "/" + name
            var facts = stat()
            guard lstat(path, &facts) == 0 else { continue }
            switch facts.st_mode & S_IFMT {
            case S_IFDIR: look(into: path, below: prefix + name + "/", depth: depth + 1)
            case S_IFREG where facts.st_size <= Self.sizeLimit:
                let changed = Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec)
                entries.append(
                    Entry(
                        name: prefix + name, size: facts.st_size, changed: changed, inode: UInt(facts.st_ino)))
            default: break
            }
        }
    }

    /// The files with what is in them; those that cannot be read are left out.
    func load(from folder: String) -> [NativeFile] {
        var files: [NativeFile] = []
        var total = 0
        for entry in entries {
            guard total + entry.size <= Self.totalLimit else { break }
            // What was a file a moment ago may be a link now.
            guard
                case .success(let bytes) = WholeFile.read(
                    folder + "/" + entry.name, limit: Self.sizeLimit, followsLinks: false)
            else { continue }
            total += bytes.count
            files.append(NativeFile(uri: entry.name, bytes: bytes))
        }
        return files
    }
}
