import Foundation

/// Public captures and streams that lie beside the checkout on some machines; tests read them in place and never copy them.
public enum Corpus {
    /// The folder that holds `corpus/` and `vectors/`: `SVM_SHARED`, or `shared` beside the checkout; nil when absent.
    public static let root: String? = {
        let named = ProcessInfo.processInfo.environment["SVM_SHARED"]
        let beside = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared")
            .standardized.path()
        let candidate = named ?? beside
        return FileManager.default.fileExists(atPath: candidate + "/corpus") ? candidate : nil
    }()

    /// Whether the public captures are here; when not, tests that need them are skipped.
    public static var isPresent: Bool { root != nil }

    /// The path of one file, such as "corpus/peer/siteA.pcap".
    public static func path(_ name: String) -> String { (root ?? "") + "/" + name }

    /// The bytes of one file.
    public static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }

    /// The names of all files below a folder such as "corpus", sorted.
    public static func files(below folder: String) -> [String] {
        guard let root, let walk = FileManager.default.enumerator(atPath: root + "/" + folder) else { return [] }
        return walk.compactMap { $0 as? String }.map { folder + "/" + $0 }.sorted().filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: root + "/" + name, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }
}
