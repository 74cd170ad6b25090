import Foundation
import HTTPServing
import Synchronization
import TestSupport
import Testing

@testable import ReplayService

@Suite("Hostile requests for windows", .serialized, .timeLimit(.minutes(60)))
struct FuzzedClipTests {
    private static let isLong = ProcessInfo.processInfo.environment["SVM_SOAK"] != nil
    /// 100 000 requests in all when it takes long, a tenth of them over sockets.
    private static let (plain, wired) = isLong ? (90_000, 10_000) : (3_000, 600)
    private static let seed: UInt64 = 1
    /// So many requests lie between two looks at what has been saved.
    private static let lookInterval = 20
    /// The longest that one request may take when it takes long at all, on a machine that has better things to do.
    private static let patience = 30.0

    @Test("the grammar asks on every route that takes a window")
    func routes() {
        let paths = Set(ClipQueryGrammar.routes.map(\.path))
        let channel = "/api/v1/channels/{ch}/"
        for path in [
            channel + "clip.ts", channel + "clip.mp4", channel + "thumb.jpg", channel + "storyboard.vtt",
            channel + "clips",
            "/api/v1/clip.zip", "/api/v1/sync", "/at/{utc}",
        ] { #expect(paths.contains(path)) }
    }

    @Test("each gets an answer of the promised shape that is as long as it says")
    func answers() throws {
        let venue = try FuzzedVenue()
        var grammar = ClipQueryGrammar(seed: Self.seed, ids: venue.ids)
        var statuses: [Int: Int] = [:]
        var longest = 0.0
        for number in 0..<Self.plain {
            if number % Self.lookInterval == 0 { grammar.saved = venue.saved }
            let query = grammar.next()
            guard let text = String(validating: query.target, as: UTF8.self) else { continue }
            let begin = ContinuousClock.now
            guard let response = Self.answer(query, text, venue.service) else {
                statuses[0, default: 0] += 1
                continue
            }
            longest = max(longest, (ContinuousClock.now - begin) / .seconds(1))
            statuses[response.status, default: 0] += 1
            if response.status == 102 {
                #expect(query.waits, "request \(number): \(query.text) waits")
                continue
            }
            let bytes = response.bytes
            #expect(response.body.count == bytes.count, "request \(number): \(query.text)")
            for header in response.headers {
                #expect(header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }, "\(header) of \(query.text)")
            }
            // What the server turns into a 304 needs no bytes.
            if bytes.isEmpty, Self.needsNoBody(query, text, response) { continue }
            let fault = ClipAnswerCheck.fault(response.status, response.header, bytes)
            #expect(fault == nil, "request \(number): \(query.text)")
        }
        // What is meant to be reached is reached: clips, refusals for their words, for the window and for what is not there.
        for status in [0, 200, 400, 404, 409, 416, 425] { #expect((statuses[status] ?? 0) > 0, "no \(status)") }
        if Self.isLong { #expect(longest < Self.patience) }
    }

    /// What is answered with the work done at once; nil when the server refuses to read the address.
    private static func answer(_ query: ClipQuery, _ text: String, _ service: ReplayService) -> Response? {
        try? service.get(text, method: query.method, headers: query.headers, body: query.body)
    }

    private static func needsNoBody(_ query: ClipQuery, _ text: String, _ response: Response) -> Bool {
        guard response.status == 200, let tag = response.header("ETag") else { return false }
        return (try? Request(query.method, text, headers: query.headers))?.needsNoBody(ofTag: tag) ?? false
    }

    @Test("over a socket lengths and ranges are right, and HEAD says what GET does")
    func wire() throws {
        let venue = try FuzzedVenue()
        let server = try HTTPServer(
            options: ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: venue.service)
        defer { server.stop(grace: .zero) }
        var grammar = ClipQueryGrammar(seed: ~Self.seed, ids: venue.ids)
        grammar.mayWait = false
        var statuses: [Int: Int] = [:]
        for number in 0..<Self.wired {
            if number % Self.lookInterval == 0 { grammar.saved = venue.saved }
            var query = grammar.next()
            let whole = Self.whole(query, venue.service)
            Self.fillIn(&query, whole?.header("ETag"))
            let label = "request \(number): \(query.text)"
            guard let answer = WireAnswer(query, port: server.port) else {
                // A head that is none may be closed without a word; a good one is always answered.
                #expect(!Self.isReadable(query), "\(label) is not answered")
                continue
            }
            statuses[answer.status, default: 0] += 1
            let fault = Self.fault(answer, query, whole)
            #expect(fault == nil, "\(label)")
            if query.method == .get, query.headers.isEmpty, answer.status == 200 {
                let fault = Self.headFault(answer, query, server.port) ?? Self.piecesFault(answer, query, server.port)
                #expect(fault == nil, "\(label)")
            }
        }
        for status in [200, 206, 304, 400, 404] { #expect((statuses[status] ?? 0) > 0, "no \(status)") }
    }

    /// The whole answer as the service makes it, when the address can be read.
    private static func whole(_ query: ClipQuery, _ service: ReplayService) -> Response? {
        guard query.method == .get || query.method == .head, let text = String(validating: query.target, as: UTF8.self)
        else { return nil }
        let accepted = query.headers.filter { $0.name == "Accept" }
        return try? service.get(text, headers: accepted)
    }

    private static func fillIn(_ query: inout ClipQuery, _ tag: String?) {
        for index in query.headers.indices {
            let value = query.headers[index].value
            query.headers[index].value = value.replacingOccurrences(
                of: ClipQueryGrammar.tagMark, with: tag ?? "\"none\"")
        }
    }

    /// Whether the first line is one, so that there must be an answer.
    private static func isReadable(_ query: ClipQuery) -> Bool {
        query.target.count < 8_000 && query.target.allSatisfy { $0 > 0x20 && $0 < 0x7f }
    }

    /// What is wrong with an answer over a socket; nil when nothing is.
    private static func fault(_ answer: WireAnswer, _ query: ClipQuery, _ whole: Response?) -> String? {
        let isHead = query.method == .head
        if isHead, !answer.body.isEmpty { return "a body for HEAD" }
        if let fault = ClipAnswerCheck.fault(answer.status, answer.header, answer.body, isHead: isHead) { return fault }
        let hasNone = answer.status == 304 || answer.status == 204
        guard let length = answer.header("Content-Length").flatMap({ Int($0) }) ?? (hasNone ? 0 : nil) else {
            return "no Content-Length"
        }
        if !isHead, !hasNone, length != answer.body.count { return "\(answer.body.count) bytes of \(length)" }
        if hasNone, !answer.body.isEmpty { return "a body where there is none" }
        guard let whole, whole.status == 200 else { return nil }
        switch answer.status {
        case 200: return isHead || answer.body == whole.bytes ? nil : "another body"
        case 206: return rangeFault(answer, query, whole.bytes, isHead)
        case 304, 412: return nil
        case 416:
            return answer.header("Content-Range") == "bytes */\(whole.bytes.count)" ? nil : "416 without its length"
        default: return nil
        }
    }

    private static func rangeFault(_ answer: WireAnswer, _ query: ClipQuery, _ whole: [UInt8], _ isHead: Bool)
        -> String?
    {
        guard let field = answer.header("Content-Range") else { return "206 without Content-Range" }
        let numbers = field.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 3, numbers[0] <= numbers[1], numbers[1] < numbers[2], numbers[2] == whole.count,
            field == "bytes \(numbers[0])-\(numbers[1])/\(numbers[2])"
        else { return "Content-Range: \(field)" }
        let range = numbers[0]..<(numbers[1] + 1)
        if answer.header("Content-Length") != String(range.count) { return "the length is not that of \(field)" }
        if !isHead, answer.body != Array(whole[range]) { return "other bytes than those of \(field)" }
        let asked = query.headers.first { $0.name == "Range" }.flatMap { ExpectedRange($0.value, of: whole.count) }
        return asked.map { $0 == .part(range) } ?? true
            ? nil : "\(field) where \(String(describing: asked)) was asked for"
    }

    /// HEAD has the header fields of GET.
    private static func headFault(_ answer: WireAnswer, _ query: ClipQuery, _ port: UInt16) -> String? {
        var query = query
        query.method = .head
        guard let head = WireAnswer(query, port: port) else { return "HEAD is not answered" }
        func compared(_ answer: WireAnswer) -> [String] {
            answer.fields.filter { $0.name != "date" }.map { "\($0.name): \($0.value)" }
        }
        guard head.status == answer.status, head.body.isEmpty, compared(head) == compared(answer) else {
            return "HEAD says \(compared(head)), GET \(compared(answer))"
        }
        return nil
    }

    /// Three parts one behind the other are the whole.
    private static func piecesFault(_ answer: WireAnswer, _ query: ClipQuery, _ port: UInt16) -> String? {
        guard let tag = answer.header("ETag"), answer.header("Accept-Ranges") == "bytes", answer.body.count > 2 else {
            return nil
        }
        let cuts = [0, answer.body.count / 3, answer.body.count / 3 + 1, answer.body.count]
        var joined: [UInt8] = []
        for (start, end) in zip(cuts, cuts.dropFirst()) where start < end {
            var part = query
            part.headers = [Header("Range", "bytes=\(start)-\(end - 1)"), Header("If-Range", tag)]
            guard let some = WireAnswer(part, port: port), some.status == 206, some.header("ETag") == tag else {
                return "no part \(start)-\(end - 1)"
            }
            joined += some.body
        }
        return joined == answer.body ? nil : "the parts are not the whole"
    }
}
