import Glibc

/// The small files in which the kernel tells about this process and its network.
enum ProcessFile {
    /// The lines of a file; none when it cannot be read.
    static func lines(_ path: String) -> [Substring] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &room, room.count)
            guard count > 0 else { break }
            bytes += room[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// The entries of a folder whose names begin with no dot.
    static func names(in folder: String) -> [Substring] {
        guard let opened = opendir(folder) else { return [] }
        defer { closedir(opened) }
        var names: [Substring] = []
        while let entry = readdir(opened) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name.first != "." { names.append(Substring(name)) }
        }
        return names
    }

    /// What the kernel counts of UDP in this network, by the names of RFC 4113 as far as they are there.
    static var datagramCounts: [Substring: Int] {
        let rows = lines("/proc/net/snmp").filter { $0.hasPrefix("Udp:") }.map { $0.split(separator: " ").dropFirst() }
        guard rows.count == 2 else { return [:] }
        return Dictionary(zip(rows[0], rows[1].map { Int($0) ?? 0 })) { first, _ in first }
    }
}
