import HTTPServing
import TestSupport

@testable import ReplayService

/// Makes requests on the routes that take a window, out of their own table: whatever arguments a route knows are tried.
///
/// About half of the windows are good ones, so that what lies behind the reading of arguments is reached as well.
struct ClipQueryGrammar {
    /// Arguments that make a route one of these.
    private static let telling: Set<String> = ["last", "at", "interval", "channels"]
    /// Routes of these that name no window.
    private static let others: Set<String> = [
        "/at/{utc}", "/api/v1/channels/{ch}/clips", "/api/v1/clips", "/api/v1/clips/{id}", "/api/v1/clips/{id}/{file}",
    ]
    /// The arguments of a clip, which also the body of a wish may hold.
    static let clipArguments = [
        "last", "start", "duration", "end", "from", "to", "timerange", "clamp", "wait", "accuracy", "as", "gap",
    ]

    /// The routes.
    static let routes = Route.all.filter {
        !telling.isDisjoint(with: $0.arguments) && !$0.path.contains("/data/") || others.contains($0.path)
    }

    var numbers: SeededGenerator
    let ids: [String]
    /// The ids of saved clips.
    var saved: [String] = []
    /// Whether something may be asked for that the answer waits for.
    var mayWait = true

    init(seed: UInt64, ids: [String]) {
        numbers = SeededGenerator(seed: seed)
        self.ids = ids
    }

    /// The next request.
    mutating func next() -> ClipQuery {
        let route = Self.routes.randomElement(using: &numbers) ?? Route.all[0]
        var query = ClipQuery(target: path(route))
        let isSaving = !route.changes.isEmpty && route.path.hasSuffix("/clips")
        let arguments = route.arguments.isEmpty && isSaving ? Self.clipArguments + ["format", "name"] : route.arguments
        var items = chance(2) ? goodItems(arguments) : []
        for _ in 0..<int(0..<4) where items.isEmpty || chance(3) { items.append(hostileItem(arguments)) }
        if chance(12), let item = items.randomElement(using: &numbers) { items.append(item) }
        if chance(4) { items.shuffle(using: &numbers) }
        if !items.isEmpty || chance(8) { query.target += [0x3f] + Array(items.joined(separator: [0x26])) }
        if isSaving {
            query.method = chance(4) ? .get : .post
            query.body = chance(2) ? body() : []
            if !chance(10) { query.headers.append(Header("Content-Type", "application/json")) }
        } else if chance(20) {
            query.method = [.head, .post, .put, .delete].randomElement(using: &numbers) ?? .head
        } else if chance(8) {
            query.method = .head
        }
        if chance(3) { addConditions(&query) }
        return query
    }

    /// One of so many.
    mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &numbers) == 0 }

    mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

    mutating func one<Element>(of choices: [Element]) -> Element { choices[int(0..<choices.count)] }

    private mutating func path(_ route: Route) -> [UInt8] {
        let parts = route.path.split(separator: "/", omittingEmptySubsequences: false).map { part -> [UInt8] in
            switch part {
            case "{ch}": channel()
            case "{utc}": chance(2) ? goodInstant() : instant()
            case "{sheet}":
                Array(
                    one(of: ["0.jpg", "1.jpg", "99999.jpg", "-1.jpg", "0", "00.jpg", ".jpg", "0.JPG", "0.jpg.jpg"]).utf8
                )
            case "{id}": Array(one(of: saved + ["20260101T000000Z-01234567", "..", "%2e%2e", "a"]).utf8)
            case "{file}":
                Array(one(of: ["clip.mp4", "clip.ts", "clip.json", "report.json", "..", "%2fetc%2fpasswd"]).utf8)
            default: Array(part.utf8)
            }
        }
        return Array(parts.joined(separator: [0x2f]))
    }

    private mutating func channel() -> [UInt8] {
        switch int(0..<12) {
        case 0: return noise()
        case 1:
            return Array(one(of: ["Twin", "nobody", "Closed%20", "%43losed", "closed", "..", "%2e", "Sound%00"]).utf8)
        case 2...6: return Array(one(of: FuzzedVenue.names).utf8)
        default: return Array(one(of: ids).utf8)
        }
    }

    /// A name, an equals sign and a value.
    static func item(_ name: String, _ value: [UInt8]) -> [UInt8] { Array(name.utf8) + [0x3d] + value }

    /// A window in what is kept, and what else makes sense.
    private mutating func goodItems(_ arguments: [String]) -> [[UInt8]] {
        var items: [[UInt8]] = []
        if arguments.contains("channels") {
            let some = (0..<int(1..<4)).map { _ in one(of: ids) }
            items.append(Self.item("channels", Array(some.joined(separator: chance(4) ? "%2C" : ",").utf8)))
        }
        if arguments.contains("at") { items.append(Self.item("at", goodInstant())) }
        if arguments.contains("last") { items += goodWindow() }
        for name in ["accuracy", "as", "gap", "format", "fragmented", "width", "interval", "clamp"]
        where arguments.contains(name) && chance(4) { items.append(Self.item(name, goodWord(name))) }
        return items
    }

    private mutating func hostileItem(_ arguments: [String]) -> [UInt8] {
        var name =
            arguments.isEmpty || chance(16)
            ? one(of: ["", "LAST", "last%20", "x", "start%00", "%6Cast"]) : one(of: arguments)
        if name == "wait", !mayWait { name = "as" }
        if chance(24) { return Array(name.utf8) }
        var value = value(of: name)
        if name != "wait" || mayWait { value = escaped(value) }
        return Self.item(name, value)
    }
}
