import Foundation

/// An HTTP client that is none of ours.
struct PeerClient {
    /// What came back.
    struct Response: Sendable {
        var status: Int
        /// By lower-case name.
        var headers: [String: String]
        var body: [UInt8]
    }

    let network: PeerNetwork

    /// Asks for a path of the server, with further options of curl.
    func get(_ path: String, _ options: [String] = []) throws -> Response {
        let name = UUID().uuidString
        let (head, body) = (
            network.folder.appending(path: name + ".head"), network.folder.appending(path: name + ".body")
        )
        defer { for file in [head, body] { try? FileManager.default.removeItem(at: file) } }
        _ = try network.output(
            of: ["curl", "-sS", "--max-time", "30", "-D", head.path(), "-o", body.path()] + options
                + [PeerVenue.address + path])
        let lines = String(decoding: try Data(contentsOf: head), as: UTF8.self).components(separatedBy: "\r\n")
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts.count == 2 ? (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces)) : nil
        }
        return Response(
            status: Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0,
            headers: Dictionary(fields) { first, _ in first },
            body: [UInt8]((try? Data(contentsOf: body)) ?? Data()))
    }

    /// Asks for several paths over one connection; nil for one that is refused.
    func get(_ paths: [String]) throws -> [[UInt8]?] {
        guard !paths.isEmpty else { return [] }
        let files = paths.map { _ in network.folder.appending(path: UUID().uuidString) }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        let wanted = zip(paths, files).flatMap { ["-o", $1.path(), PeerVenue.address + $0] }
        _ = try network.run(["curl", "-sS", "--fail", "--max-time", "30"] + wanted)
        return files.map { (try? Data(contentsOf: $0)).map { [UInt8]($0) } }
    }
}
