/// The header fields that answers carry without being told.
enum StandardFields {
    /// Any page may read what is served to everybody; `*` exposes every field, those of clips included.
    static let sharing = [
        Header("Access-Control-Allow-Origin", "*"), Header("Access-Control-Expose-Headers", "*"),
    ]

    /// On a 200 whose body may also be had in parts.
    static let ofWhole = [Header("Accept-Ranges", "bytes")] + sharing

    /// Of the fields of a 200 those that a 304 repeats (RFC 9110, section 15.4.5).
    static func ofUnchanged(_ headers: [Header]) -> [Header] {
        let kept = ["Cache-Control", "Content-Location", "ETag", "Expires", "Last-Modified", "Vary"]
        return headers.filter { header in kept.contains { header.isNamed($0) } } + sharing
    }

    /// On the answer to OPTIONS where `methods` go; pages of others may read, and nothing else.
    static func ofOptions(_ methods: [Method]) -> [Header] {
        [Header("Allow", Response.list(of: methods))] + preflight
    }

    private static let preflight =
        [
            Header("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
            Header(
                "Access-Control-Allow-Headers",
                "Accept, Cache-Control, If-Modified-Since, If-None-Match, If-Range, Last-Event-ID, Range"),
            Header("Access-Control-Max-Age", "86400"),
        ] + sharing
}
