import HTTPServing

/// One route: what it is called, what it is for, and who answers.
struct Route: Sendable {
    /// Its path, with names in braces for what varies, such as "/api/v1/channels/{ch}".
    let path: String
    /// What it answers, for people.
    let summary: String
    /// The media type of its answer.
    let type: String
    /// Names of the query arguments that it knows.
    let arguments: [String]
    /// What may be changed here, by method.
    let changes: [Change]
    /// Who answers GET; nil when there is nothing to get.
    private let get: (@Sendable (ReplayService, Request) -> Answer)?
    private let parts: [Substring]

    /// A route with something to get, and with what may be changed of it.
    init(
        _ path: String, _ summary: String, type: String = "application/json", arguments: [String] = [],
        changes: [Change] = [], answer: @escaping @Sendable (ReplayService, Request) -> Answer
    ) {
        self.path = path
        self.summary = summary
        self.type = type
        self.arguments = arguments
        self.changes = changes
        get = answer
        parts = path.split(separator: "/")
    }

    /// A route where something is done, and nothing is to get.
    init(_ path: String, changes: [Change]) {
        self.path = path
        summary = ""
        type = "application/json"
        arguments = []
        self.changes = changes
        get = nil
        parts = path.split(separator: "/")
    }

    /// What may be done; HEAD goes with GET.
    var methods: [HTTPServing.Method] { (get == nil ? [] : [.get]) + changes.map(\.method) }

    /// What is answered; only whoever may change something does.
    func answer(_ service: ReplayService, _ request: Request) -> Answer {
        if request.method == .get, let get { return get(service, request) }
        guard let change = changes.first(where: { $0.method == request.method }) else {
            return .now(.methodNotAllowed(allowed: methods))
        }
        if let refusal = ChangeGuard.refusal(of: request, hasTokens: service.hasTokens) { return .now(refusal) }
        return change.answer(service, request)
    }

    /// Names of what varies in its path.
    var parameters: [String] { parts.filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) } }

    private func fits(_ words: [String]) -> Bool {
        words.count == parts.count && zip(words, parts).allSatisfy { $1.first == "{" || $0 == $1 }
    }

    /// The route of a request; words of our own win over names of channels.
    static func matching(_ request: Request) -> Route? { all.first { $0.fits(request.path) } }

    /// Every route; the description that people read is made of the same table.
    static let all: [Route] =
        lists + channels + evidence + pictures + cameras + saved + objects + venue + session + players + configuration
        + reporter + pages

    private static let lists = [
        Route(
            "/hls/{ch}/live.m3u8", "Live playlist of transport stream segments (RFC 8216)",
            type: "application/vnd.apple.mpegurl"
        ) { $0.playlist($1, \.transport) },
        Route(
            "/hls/{ch}/cmaf.m3u8", "Live playlist of fragmented MP4 segments", type: "application/vnd.apple.mpegurl"
        ) { $0.playlist($1, \.fragmented) },
        Route(
            "/hls/{ch}/{epoch}/{segment}",
            "A segment (NUMBER.ts, NUMBER.m4s) or the beginning of MP4 (NUMBER.init.mp4)",
            type: "video/mp2t"
        ) { $0.segment($1) },
    ]

    private static let clipArguments = [
        "last", "start", "duration", "end", "from", "to", "timerange", "clamp", "wait", "accuracy", "as", "gap",
    ]

    private static let channels = [
        Route("/api/v1/channels", "Every channel: name, history, live edge, link indicator") { $0.channels($1) },
        Route("/api/v1/channels/{ch}", "One channel") { $0.channel($1) },
        Route(
            "/api/v1/channels/{ch}/clip.ts", "A clip as transport stream", type: "video/mp2t",
            arguments: clipArguments
        ) { $0.transportClip($1) },
        Route(
            "/api/v1/channels/{ch}/clip.mp4",
            "A clip as MP4, exact to the frame; with fragmented=1 in fragments, from a random access point on",
            type: "video/mp4", arguments: clipArguments + ["fragmented"]
        ) { $0.movieClip($1) },
    ]

    private static let objects = [
        Route(
            "/api/v1/data/{ch}/messages",
            "Messages of a data channel: JSON of a window (last=20s and its kin), else server-sent events that go on; "
                + "follow=1 gives a window and what comes after it",
            type: "text/event-stream",
            arguments: ["last", "start", "duration", "end", "from", "to", "timerange", "clamp", "wait", "follow"]
        ) { $0.messages($1) },
        Route("/api/v1/files/{ch}", "The distribution table of a file channel") { $0.files($1) },
        Route(
            "/api/v1/files/{ch}/content", "A received file, once it is complete and checked",
            type: "application/octet-stream", arguments: ["uri"]
        ) { $0.fileContent($1) },
    ]

    private static let venue = [
        Route("/api/v1/report", "The report of the session so far, as svmanalyze writes it") { $0.report($1) },
        Route("/api/v1/streamers", "The Streamers that announce channels, and whether they are heard") {
            $0.streamers($1)
        },
        Route("/api/v1/version", "The server's version") { $0.version($1) },
        Route("/metrics", "Counters in Prometheus' text format", type: "text/plain") { $0.metrics($1) },
        Route("/healthz", "Whether the venue is being received") { $0.health($1) },
        Route("/openapi.json", "This description (OpenAPI 3.1)") { service, _ in .now(Response(service.description)) },
    ]

    private static let pages = [
        Route("/", "The replay desk", type: "text/html") { $0.desk($1) },
        Route("/{page}", "A part of the replay desk", type: "text/plain") { service, request in
            service.page(request.path[0])
        },
    ]
}
