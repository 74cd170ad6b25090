import ClipFiles
public import HTTPServing
import PacketIO
import Playback
public import Session
public import VenueRuntime

/// Answers HTTP requests about one venue.
public final class ReplayService: RequestHandler {
    let venue: LiveVenue
    /// What the SDK answers on a device.
    let session: VenueSession
    let events: EventFeed
    let sessionEvents: SessionEvents
    let players: ServedPlayers
    let configurations: ServedConfiguration
    let publisher: Publisher
    /// What is pinned without anybody asking.
    let watch: EvidenceWatch
    let segments: SegmentCache
    let fragments = FragmentMaker()
    let movies = MovieMaker()
    /// What it made lately.
    let movieShelf: MovieShelf
    let clipBudget: ClipBudget
    let slowLane = SlowLane()
    /// Decodes pictures for everybody.
    let pictures: PicturePool
    let feed = MessageFeed()
    let pages = WebPages()
    /// Nobody wakes those who wait for an instant: their time does.
    let patience = Waker()
    let description: SharedContent
    /// Takes uploads of devices; nil when they are not taken.
    let reporter: ReporterDesk?
    /// Saves clips; nil when none are saved.
    let clips: ClipDesk?
    let options: ReplayOptions
    private let ownsSession: Bool
    private let subscription = Guarded<SessionSubscription?>(nil)

    /// Serves `venue`, which was or will be started by its owner, and a session with it; without one, makes one that takes
    /// every channel.
    public init(venue: LiveVenue, session: VenueSession? = nil, options: ReplayOptions = ReplayOptions()) {
        self.venue = venue
        self.options = options
        ownsSession = session == nil
        let session =
            session
            ?? VenueSession(SessionOptions(venue: .given(venue), needsLicense: false, pausesWithLink: false))
        self.session = session
        let epoch = SystemClock().read().realtime / 1_000_000
        let events = EventFeed(epoch: epoch)
        configurations = ServedConfiguration(session, epoch: epoch, options: options)
        let players = ServedPlayers(session, now: options.now)
        let movieShelf = MovieShelf(now: options.now)
        let log = options.log
        let watch = EvidenceWatch { log.say($0) }
        let publisher = Publisher(
            venue, feed: feed, watch: watch,
            upkeep: {
                events.beat()
                players.expire()
                movieShelf.expire()
            })
        self.events = events
        self.players = players
        self.movieShelf = movieShelf
        self.publisher = publisher
        self.watch = watch
        sessionEvents = SessionEvents(session) { id in publisher.firstSeen(id) }
        segments = SegmentCache(limit: options.segmentCacheBytes)
        clipBudget = ClipBudget(limit: options.clipBudgetBytes)
        pictures = PicturePool(limits: options.pictures)
        reporter = options.reporter.map { ReporterDesk($0) }
        clips = options.clips.map { ClipDesk($0) }
        let text = Array(APIDescription.text.utf8)
        description = SharedContent(
            text, type: "application/json", entityTag: ContentTag.of(text), cacheControl: "max-age=60")
    }

    deinit {
        if ownsSession { session.shutdown() }
    }

    /// Begins to follow the venue and starts the session.
    public func start() {
        let (events, sessionEvents, players, log) = (events, sessionEvents, players, options.log)
        let (watch, publisher) = (watch, publisher)
        let told = session.subscribe { event in
            if case .serviceState(let state) = event { watch.serviceState(state, in: publisher.view) }
            if case .player(let number, .channelInvalid(_)) = event { players.becameInvalid(number) }
            let event = sessionEvents.event(event)
            events.append(event.name, data: event.data)
            log.debug { "event \(event.name.rawValue) \(event.data.prefix(Self.loggedLength))" }
        }
        subscription.withLock { $0 = told }
        do throws(SessionFailure) { try session.start() } catch {
            options.log.say("the session does not start: \(error)")
        }
        if clips != nil, options.pinsEvidence { watch.start { [weak self] in self?.pin($0) } }
        publisher.start()
    }

    /// Follows the venue no longer; answers about it are those of the last moment, and the session goes on.
    public func stop() {
        publisher.stop()
        watch.stop()
        subscription.withLock { $0.take() }?.cancel()
        feed.stop()
        events.stop()
        players.removeAll()
        movieShelf.clear()
        clips?.drain()
    }

    /// Answers one request; what takes longer is left to the server's workers.
    public func answer(_ request: Request) -> Answer {
        if !options.tokens.isEmpty, !isAllowed(request) { return .now(Self.refusal) }
        guard let route = Route.matching(request) else {
            return .now(.error(404, "there is nothing at \(request.rawPath); /openapi.json lists what there is"))
        }
        return route.answer(self, request)
    }

    /// What may be done at the address of a request.
    public func methods(at request: Request) -> [HTTPServing.Method] { Route.matching(request)?.methods ?? [.get] }

    /// Whether only those who bear a token may ask.
    var hasTokens: Bool { !options.tokens.isEmpty }

    /// Of an event's data so many characters are logged.
    private static let loggedLength = 300

    private static let refusal = Response.error(
        401, "a token is needed: Authorization: Bearer TOKEN, or ?token=TOKEN",
        headers: [Header("WWW-Authenticate", "Bearer")])

    /// The name of the cookie that a page keeps its token in.
    private static let cookie = "svm_token"

    /// Whether the request bears a token: in its header, its address, or the cookie that the page set.
    private func isAllowed(_ request: Request) -> Bool {
        if request.path == ["healthz"] { return true }
        var offered = request.value(of: "token")
        if let header = request.header("Authorization"), header.lowercased().hasPrefix("bearer ") {
            offered = String(header.dropFirst(7))
        } else if offered == nil {
            let cookies = request.header("Cookie")?.split(separator: ";").map { $0.drop { $0 == " " } } ?? []
            offered = cookies.first { $0.hasPrefix(Self.cookie + "=") }
                .map { String($0.dropFirst(Self.cookie.count + 1)) }
        }
        guard let offered else { return false }
        return options.tokens.contains { Self.isEqual($0, offered) }
    }

    /// The replay desk; a token in its address becomes a cookie, so that what the page asks for bears it as well.
    func desk(_ request: Request) -> Answer {
        guard let cookie = tokenCookie(request), let content = pages.content("index.html") else {
            return page("index.html")
        }
        return .now(
            Response(status: 200, headers: content.headers + [cookie], body: .bytes(pages.bytes("index.html"))))
    }

    /// The cookie that the token in a page's address becomes; nil without a token, or for one that no cookie can bear.
    func tokenCookie(_ request: Request) -> Header? {
        guard let token = request.value(of: "token"), options.tokens.contains(token) else { return nil }
        let isPlain = token.unicodeScalars.allSatisfy {
            $0.isASCII && $0.value > 0x20 && !"\",;\\".unicodeScalars.contains($0)
        }
        guard isPlain else { return nil }
        return Header("Set-Cookie", "\(Self.cookie)=\(token); Path=/; HttpOnly; SameSite=Strict")
    }

    /// Compares without telling by its time how much was right.
    private static func isEqual(_ left: String, _ right: String) -> Bool {
        let (mine, theirs) = (Array(left.utf8), Array(right.utf8))
        guard mine.count == theirs.count else { return false }
        var difference: UInt8 = 0
        for index in mine.indices { difference |= mine[index] ^ theirs[index] }
        return difference == 0
    }
}
