/// What somebody asks, complete and decoded once.
public struct Request: Sendable {
    /// What is wanted; a HEAD request is shown as GET, because the server leaves its body out by itself.
    public let method: Method
    /// Whether only the head of the answer is wanted.
    public let isHead: Bool
    /// The parts of the path between its slashes, each percent-decoded once; empty parts are left out.
    public let path: [String]
    /// The query's items in their order.
    public let query: [QueryItem]
    /// The body; at most ``ServerOptions/bodyLimit`` bytes.
    public let body: [UInt8]
    /// Who asks: address and port.
    public let remote: String
    /// Why a parked request is asked again; nil when it is asked for the first time.
    public internal(set) var wake: WakeReason?

    let fields: FieldBlock
    private let target: [UInt8]
    private let rawPathBytes: Range<Int>

    init(
        method: Method, isHead: Bool, target: [UInt8], fields: FieldBlock, body: [UInt8], remote: String
    ) throws(TargetFault) {
        let parsed = try RequestTarget(parsing: target)
        self.method = method
        self.isHead = isHead
        self.target = target
        rawPathBytes = parsed.rawPath
        path = parsed.path
        query = parsed.query
        self.fields = fields
        self.body = body
        self.remote = remote
    }

    /// A request that came over no network, for tests of routes; it throws what is wrong with `target`.
    public init(
        _ method: Method = .get, _ target: String, headers: [Header] = [], body: [UInt8] = [], wake: WakeReason? = nil
    ) throws(TargetFault) {
        var fields = FieldBlock()
        for header in headers {
            Array(header.name.utf8).withUnsafeBytes { name in
                Array(header.value.utf8).withUnsafeBytes { value in fields.append(name, value) }
            }
        }
        try self.init(
            method: method == .head ? .get : method, isHead: method == .head,
            target: Array(target.utf8), fields: fields, body: body, remote: "127.0.0.1:0")
        self.wake = wake
    }

    /// The path as it was sent.
    public var rawPath: String { String(decoding: target[rawPathBytes], as: UTF8.self) }

    /// The value of the first header field called `name`, whatever the case of its letters.
    public func header(_ name: String) -> String? { fields.value(of: name) }

    /// Whether the request is answered 304, without a body, when what it asks for has `entityTag`.
    ///
    /// A condition that fails (412) says nothing before the body is there: its tag may turn out to be another one.
    public func needsNoBody(ofTag entityTag: String) -> Bool {
        switch Selection(fields, entityTag: entityTag, lastModified: nil, count: nil) {
        case .unchanged: true
        case .failed, .whole, .part, .unsatisfiable: false
        }
    }

    /// The value of the first item of the query called `name`.
    public func value(of name: String) -> String? { query.first { $0.name == name }?.value }

    /// Whether `If-Match` lets this request change what has the strong tag `entityTag` (RFC 9110, section 13.1.1); it does when
    /// it is absent.
    public func allowsChange(of entityTag: String) -> Bool {
        guard let wanted = fields.list(of: "If-Match"), wanted != "*" else { return true }
        guard let tag = EntityTag(entityTag) else { return false }
        return EntityTag.list(wanted).contains { $0.equals(tag, strongly: true) }
    }
}
