/// What is said to a request; the server adds `Date`, `Content-Length`, CORS fields, ranges and 304 by itself.
///
/// Of a 200 with a body of known length it serves ranges. An `ETag` or `Last-Modified` among the headers, or the one of
/// shared content, makes it conditional.
public struct Response: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields, with `Content-Type` where there is a body; those of shared content come by themselves.
    public var headers: [Header]
    /// The body.
    public var body: Body
    /// Held until the body has been sent or its reader has gone: what it holds lives as long as the answer.
    public var lease: (any AnyObject & Sendable)?

    /// A status, header fields and a body.
    public init(status: Int = 200, headers: [Header] = [], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Shared content, as it is.
    public init(_ content: SharedContent) { self.init(body: .shared(content)) }

    /// JSON that is written already; it is not to be kept by caches unless `headers` say otherwise.
    public static func json(_ status: Int = 200, _ text: String, headers: [Header] = []) -> Response {
        plain(status, text, type: "application/json", headers: headers)
    }

    /// Text of some type; it is not to be kept by caches unless `headers` say otherwise.
    public static func text(
        _ status: Int = 200, _ text: String, type: String = "text/plain; charset=utf-8", headers: [Header] = []
    ) -> Response {
        plain(status, text, type: type, headers: headers)
    }

    private static func plain(_ status: Int, _ text: String, type: String, headers: [Header]) -> Response {
        var all = [Header("Content-Type", type)]
        if headers.value(of: "Cache-Control") == nil { all.append(Header("Cache-Control", "no-store")) }
        return Response(status: status, headers: all + headers, body: .bytes(Array(text.utf8)))
    }

    /// `{"status":"error","error":"…"}` with one sentence: what, where, what to do.
    public static func error(_ status: Int, _ sentence: String, headers: [Header] = []) -> Response {
        json(status, "{\"status\":\"error\",\"error\":\(JSONText.quoted(sentence))}\n", headers: headers)
    }

    /// 405 with the methods that are allowed here; HEAD comes with GET, and OPTIONS always.
    public static func methodNotAllowed(allowed: [Method]) -> Response {
        let list = list(of: allowed)
        return error(405, "this address does not take that method: use \(list)", headers: [Header("Allow", list)])
    }

    /// What stands in `Allow` where `methods` go.
    static func list(of methods: [Method]) -> String {
        var names = methods.filter { $0 != .head && $0 != .options }.map(\.rawValue)
        if methods.contains(.get) { names.insert("HEAD", at: names.firstIndex(of: "GET").map { $0 + 1 } ?? 0) }
        return (names + ["OPTIONS"]).joined(separator: ", ")
    }
}
