import Bytes
import Foundation
import PacketIO
import ReplayService
import VenueRuntime
import VenueSettings

@testable import HTTPServing

/// The sample capture, run again without pause and served.
struct ServedSample {
    /// The folder of the project.
    static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    let venue: LiveVenue
    let service: ReplayService

    /// The sample, read to its end once for all tests.
    private static let read = Result {
        let path = project.appending(path: "Samples/lossy-venue.pcapng").path()
        let venue = try LiveVenue(options: LiveOptions(source: .capture(path: path, pace: .fast)))
        venue.start()
        for _ in 0..<500 where !venue.health.isFinished { usleep(10_000) }
        return venue
    }

    /// Serves the sample to those who bear one of `tokens`, or to everybody; all of it is published.
    init(tokens: Set<String> = []) throws { try self.init(ReplayOptions(tokens: tokens)) }

    /// Serves the sample as `options` say.
    init(_ options: ReplayOptions) throws {
        venue = try Self.read.get()
        service = ReplayService(venue: venue, options: options)
        service.start()
        service.stop()
    }

    /// What is answered, with the work that the server's workers would do done at once.
    func get(_ target: String, method: HTTPServing.Method = .get, headers: [Header] = []) throws -> Response {
        try service.get(target, method: method, headers: headers)
    }
}

extension ReplayService {
    /// What is answered, with the work that the server's workers would do done at once; 102 stands for waiting.
    func get(
        _ target: String, method: HTTPServing.Method = .get, headers: [Header] = [], body: [UInt8] = []
    ) throws -> Response {
        switch answer(try Request(method, target, headers: headers, body: body)) {
        case .now(let response): response
        case .work(let work): work()
        case .later(let begin): Self.response(begin)
        case .park: Response(status: 102)
        }
    }

    /// Waits for what comes later.
    private static func response(_ begin: @Sendable (LateReply) -> Void) -> Response {
        let answered = DispatchSemaphore(value: 0)
        let response = Guarded(Response(status: 500))
        begin(
            LateReply { sent in
                response.withLock { $0 = sent }
                answered.signal()
            })
        answered.wait()
        return response.withLock { $0 }
    }
}

extension Response {
    /// All bytes of the body.
    var bytes: [UInt8] {
        switch body {
        case .none, .stream: []
        case .bytes(let bytes): bytes
        case .shared(let content): Self.bytes(of: content)
        case .slices(let list): list.joined
        case .file(let content): Self.bytes(of: content)
        }
    }

    private static func bytes(of content: FileContent) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: content.count) { room, count in
            count = max(0, content.read(at: 0, into: UnsafeMutableRawBufferPointer(room)))
        }
    }

    private static func bytes(of content: SharedContent) -> [UInt8] {
        var list = SliceList()
        list.append(content.piece)
        return list.joined
    }

    /// The body as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The body as JSON.
    var object: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:]
    }

    /// A header's value, those of shared content included.
    func header(_ name: String) -> String? {
        var all = headers
        if case .shared(let content) = body { all += content.headers }
        return all.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
