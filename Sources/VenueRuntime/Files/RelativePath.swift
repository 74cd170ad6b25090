/// The way of a file below its channel's folder: names without dangers, one for each level.
struct RelativePath: Hashable, Sendable {
    /// Levels at most.
    static let depthLimit = 33
    /// Bytes of one name at most, as file systems have it.
    static let nameLimit = 255

    /// The names, the file's own last.
    let names: [String]

    /// Reads names joined by "/"; nil when one of them is empty, leads elsewhere or is not a name at all.
    ///
    /// Whoever made the path has cleaned it already; what is checked here is what the disk depends on.
    init?(_ path: String) {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= Self.depthLimit, names.allSatisfy(Self.isName) else { return nil }
        self.names = names
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && name.utf8.count <= nameLimit && !name.utf8.contains(0)
    }

    /// The names of the folders.
    var folders: ArraySlice<String> { names.dropLast() }

    /// The file's own name.
    var name: String { names[names.count - 1] }

    /// The names joined by "/".
    var text: String { names.joined(separator: "/") }
}
