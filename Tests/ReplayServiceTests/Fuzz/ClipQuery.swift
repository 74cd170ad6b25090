import HTTPServing

/// One request that somebody hostile, careless or honest sends.
struct ClipQuery {
    var method = HTTPServing.Method.get
    /// Path and query as they are sent; bytes, because they need not be text.
    var target: [UInt8]
    var headers: [Header] = []
    var body: [UInt8] = []

    /// What went wrong with it, for people who want to see it again.
    var text: String {
        let fields = headers.map { " [\($0.name): \($0.value)]" }.joined()
        return "\(method.rawValue) \(String(decoding: target, as: UTF8.self).prefix(400))\(fields)"
    }

    /// Whether it may wait for what never comes.
    var waits: Bool { String(decoding: target, as: UTF8.self).contains("wait") || !body.isEmpty }
}
