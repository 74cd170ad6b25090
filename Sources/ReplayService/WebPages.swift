import CWebAssets
import HTTPServing

/// The files of the Web folder, as they were when the program was built.
struct WebPages: Sendable {
    private let contents: [String: SharedContent]
    private let raw: [String: [UInt8]]

    init() {
        var contents: [String: SharedContent] = [:]
        var raw: [String: [UInt8]] = [:]
        var index = 0
        while let file = cwebassets_file_at(index)?.pointee {
            index += 1
            let path = String(cString: file.path)
            guard let type = Self.type(of: path) else { continue }
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
            raw[path] = bytes
            contents[path] = SharedContent(
                bytes, type: type, entityTag: ContentTag.of(bytes), cacheControl: "no-cache")
        }
        self.contents = contents
        self.raw = raw
    }

    /// The file at `path`.
    func content(_ path: String) -> SharedContent? { contents[path] }

    /// The bytes of the file at `path`; none when there is no such file.
    func bytes(_ path: String) -> [UInt8] { raw[path] ?? [] }

    private static func type(of path: String) -> String? {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        default: nil
        }
    }
}

extension ReplayService {
    func page(_ path: String) -> Answer {
        guard let content = pages.content(path) else {
            return .now(.error(404, "there is no page \"\(path)\"; / is the replay desk"))
        }
        return .now(Response(content))
    }
}
