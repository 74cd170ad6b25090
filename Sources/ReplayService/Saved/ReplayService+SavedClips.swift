import Clips
import HTTPServing
import Storage
import Timing
import VenueSettings

/// Saved clips: the list, one of them, its files, and removing it.
extension ReplayService {
    /// Entries of a page unless somebody asks for more or fewer.
    private static let usualClipPage = 100

    /// Saved clips, those with the latest pictures first.
    func savedClips(_ request: Request) -> Answer {
        guard let clips else { return .now(Self.noClips) }
        let limit: Int
        let filter: ClipFilter
        let before: ClipID?
        do throws(Refusal) {
            limit = try Self.limit(request)
            filter = try Self.filter(request)
            before = try Self.before(request)
        } catch {
            return .now(error.response)
        }
        return .work {
            let page = clips.store.page(filter, limit: limit, before: before)
            return Self.json(
                .object([
                    "clips": .array(page.clips.map(Self.shown)),
                    "next": page.next.map { .string($0.text) } ?? .null,
                ]))
        }
    }

    /// One saved clip.
    func savedClip(_ request: Request) -> Answer {
        switch found(request) {
        case .failure(let refusal): .now(refusal.response)
        case .success(let clip): .now(Self.json(Self.shown(clip)))
        }
    }

    /// A file of a saved clip.
    func savedFile(_ request: Request) -> Answer {
        let clip: SavedClip
        switch found(request) {
        case .failure(let refusal): return .now(refusal.response)
        case .success(let found): clip = found
        }
        guard let file = SavedFile.Name(rawValue: request.path[4]).flatMap(clip.file) else {
            let names = clip.files.map(\.name.rawValue).joined(separator: ", ")
            return .now(.error(404, "clip \(clip.id.text) has no such file; it has \(names)"))
        }
        return .work { [self] in
            guard let descriptor = clips?.store.open(file, of: clip.id) else { return Self.unknown(clip.id.text) }
            return Self.response(file, of: clip, FileContent(descriptor: descriptor, count: file.bytes))
        }
    }

    private static func response(_ file: SavedFile, of clip: SavedClip, _ content: FileContent) -> Response {
        var headers = [
            Header("Content-Type", file.name.type),
            Header("Content-Disposition", "attachment; filename=\"\(file.downloadName)\""),
            // The name of a clip is never given again, and what is called so never changes; but it may be deleted.
            Header("ETag", "\"\(clip.id.text)-\(file.name.rawValue)-\(file.bytes)\""),
            Header("Cache-Control", "no-cache"), Header("X-Content-Type-Options", "nosniff"),
            Header("Link", "<\(clipsPath)/\(clip.id.text)>; rel=\"describedby\""),
        ]
        headers += file.facts.map { Header($0.name, $0.value) }
        return Response(status: 200, headers: headers, body: .file(content))
    }

    /// Removes a saved clip.
    func removeClip(_ request: Request) -> Answer {
        let clip: SavedClip
        switch found(request) {
        case .failure(let refusal): return .now(refusal.response)
        case .success(let found): clip = found
        }
        return .later { [self] reply in
            let isTaken = clips?.perform { store in
                reply.send(store.remove(clip.id) ? Response(status: 204) : Self.unknown(clip.id.text))
            }
            if isTaken != true { reply.send(ClipDesk.busy) }
        }
    }

    private func found(_ request: Request) -> Result<SavedClip, Refusal> {
        guard let clips else { return .failure(Refusal(Self.noClips)) }
        guard let clip = ClipID(request.path[3]).flatMap({ clips.store[$0] }) else {
            return .failure(Refusal(Self.unknown(request.path[3])))
        }
        return .success(clip)
    }

    private static func unknown(_ id: String) -> Response {
        .error(404, "there is no saved clip \"\(id)\"; \(clipsPath) lists them")
    }

    private static func limit(_ request: Request) throws(Refusal) -> Int {
        guard let text = request.value(of: "limit") else { return usualClipPage }
        guard let number = Int(text), ClipStoreLimits.pageRange.contains(number) else {
            let range = ClipStoreLimits.pageRange
            throw Refusal(.error(400, "limit= is a whole number from \(range.lowerBound) to \(range.upperBound)"))
        }
        return number
    }

    private static func before(_ request: Request) throws(Refusal) -> ClipID? {
        guard let text = request.value(of: "before") else { return nil }
        guard let id = ClipID(text) else { throw Refusal(.error(400, "before= is the \"next\" of another page")) }
        return id
    }

    private static func filter(_ request: Request) throws(Refusal) -> ClipFilter {
        var filter = ClipFilter()
        filter.channel = request.value(of: "channel")
        filter.from = try instant("from", request)
        filter.to = try instant("to", request)
        if let text = request.value(of: "kind") {
            guard let kind = SavedClip.Kind(rawValue: text) else {
                throw Refusal(.error(400, "kind= is one of pinned, automatic"))
            }
            filter.kind = kind
        }
        return filter
    }

    private static func instant(_ name: String, _ request: Request) throws(Refusal) -> StreamTime? {
        guard let text = request.value(of: name) else { return nil }
        guard let time = StreamTime(text: text) else {
            throw Refusal(
                .error(400, "\(name)= is an instant such as 2026-01-01T00:00:10.5Z, or seconds since 1970"))
        }
        return time
    }

    /// A saved clip as it is told of: what lies on the disk, and where its files are.
    static func shown(_ clip: SavedClip) -> JSONValue {
        guard case .object(var members) = clip.json, case .array(let files)? = members["files"] else { return .null }
        let path = "\(clipsPath)/\(clip.id.text)"
        members["url"] = .string(path)
        members["files"] = .array(
            zip(files, clip.files).map { value, file in
                guard case .object(var members) = value else { return value }
                members["url"] = .string("\(path)/\(file.name.rawValue)")
                return .object(members)
            })
        return .object(members)
    }

    static func json(_ value: JSONValue, _ status: Int = 200, headers: [Header] = []) -> Response {
        Response(
            status: status,
            headers: [Header("Content-Type", "application/json"), Header("Cache-Control", "no-store")] + headers,
            body: .bytes(value.json))
    }
}
