import Bytes
import Channels
import HTTPServing
import NetworkFormats
import ObjectDelivery
import Pipeline
import Reports
import Timing
import VenueRuntime
import VenueWire

extension ReplayService {
    /// The distribution table of a file channel.
    func files(_ request: Request) -> Answer {
        switch fileChannel(request) {
        case .failure(let refusal): return .now(refusal.response)
        case .success(let channel):
            return .work { [venue] in
                // Without a store nothing lies on the disk, and the table is all there is.
                let rows =
                    venue.files?.files(of: channel.index)
                    ?? (channel.snapshot.objects?.table ?? []).map { StoredFile(record: $0) }
                let answer: OrderedJSON = [
                    "channel": .string(channel.id),
                    "files": .array(rows.map { OrderedJSON(file: $0, channel: channel.id) }),
                ]
                return .json(200, answer.text)
            }
        }
    }

    /// The content of the file that `uri` names.
    func fileContent(_ request: Request) -> Answer {
        switch fileChannel(request) {
        case .failure(let refusal): return .now(refusal.response)
        case .success(let channel):
            guard let uri = request.value(of: "uri"), !uri.isEmpty else {
                return .now(.error(400, "uri= is missing; /api/v1/files/\(channel.id) lists what there is"))
            }
            return .work { [venue] in Self.content(uri, channel, venue.files) }
        }
    }

    private static func content(_ uri: String, _ channel: ChannelView, _ store: FileStore?) -> Response {
        guard let file = store?.file(uri, of: channel.index) else {
            return .error(404, "channel \"\(channel.name)\" has no such file; /api/v1/files/\(channel.id) lists them")
        }
        switch file.state {
        case .receiving:
            return .error(
                425, "the file is not complete yet: ask again in a second", headers: [Header("Retry-After", "1")])
        case .checking:
            return .error(
                425, "the file is complete and being checked: ask again in a second",
                headers: [Header("Retry-After", "1")])
        case .failed(let reason): return .error(409, "the file cannot be had: \(reason)")
        case .ready: break
        }
        guard let opened = store?.open(file) else {
            return .error(404, "the file is gone; /api/v1/files/\(channel.id) lists what there is")
        }
        let record = file.record
        let name = record.path.split(separator: "/").last.map(String.init) ?? "file"
        let epoch = channel.snapshot.identity.firstSeen.time.nanoseconds / 1_000_000
        let headers =
            FileHeaders.fields(name: name, type: record.contentType) + [
                Header("ETag", "\"\(channel.id)-\(epoch)-\(record.key.serial)-\(opened.length)\""),
                Header("Cache-Control", "no-cache"),
            ]
        let content = FileContent(descriptor: opened.descriptor, count: opened.length)
        return Response(status: 200, headers: headers, body: .file(content))
    }

    private func fileChannel(_ request: Request) -> Result<ChannelView, Refusal> {
        do throws(ChannelProblem) {
            let channel = try publisher.view.channel(request.path[3])
            guard channel.snapshot.identity.kind == .file else {
                return .failure(
                    Refusal(
                        .error(
                            404, "channel \"\(channel.name)\" carries no files; ask for a channel of kind file")))
            }
            return .success(channel)
        } catch {
            return .failure(Refusal(error.response))
        }
    }
}

extension OrderedJSON {
    /// A row of the distribution table.
    init(file: StoredFile, channel: String) {
        let record = file.record
        var length = record.contentLength ?? record.transferLength
        var why: String?
        let state: String
        switch file.state {
        case .receiving: state = "receiving"
        case .checking: state = "checking"
        case .ready(let bytes): (state, length) = ("ready", bytes)
        case .failed(let reason): (state, why) = ("failed", reason)
        }
        self = [
            "uri": .string(record.uri), "toi": .integer(Int(clamping: record.object)),
            "length": length.map { .integer(Int(clamping: $0)) } ?? .null,
            "contentType": .string(record.contentType), "md5": record.md5.map { .string($0.hex) } ?? .null,
            "version": .integer(record.version), "complete": .bool(record.isComplete), "state": .string(state),
            "reason": why.map(OrderedJSON.string), "localFilename": file.localFilename.map(OrderedJSON.string),
        ]
    }
}
