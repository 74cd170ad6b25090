import Clips
import HTTPServing
import Reports
import Session
import Timing
import VenueRuntime
import VenueSettings

extension ReplayService {
    /// For how long a settled answer may be kept: histories move on, and then say less.
    private static let settledAge = 10

    /// Every channel at one instant, as a page or as JSON.
    func instant(_ request: Request) -> Answer {
        let text = request.path[1]
        guard let instant = StillRequest.Instant(text: text) else {
            let sentence =
                "\"\(text.prefix(40))\" is no instant: say 2026-01-01T00:00:10.5Z, seconds since 1970, or -20 for 20 s ago"
            return .now(.error(400, sentence))
        }
        let view = publisher.view
        let prefersPage = AcceptedTypes(request.header("Accept")).prefersPage
        let cookie = tokenCookie(request)
        return .work { [venue, session] in
            let view = InstantView(at: instant, view, offsets: session.configuration.channels) {
                venue.messages(of: $0.index)
            }
            let body = Array((prefersPage ? InstantPage(view: view).text : view.json.text).utf8)
            var headers = [
                Header("Content-Type", prefersPage ? "text/html; charset=utf-8" : "application/json"),
                Header("Vary", "Accept"), Header("ETag", ContentTag.of(body)),
                Header("Cache-Control", view.isSettled ? "private, max-age=\(Self.settledAge)" : "no-store"),
                Header("X-Content-Type-Options", "nosniff"),
            ]
            if prefersPage {
                headers += [
                    Header("Content-Security-Policy", InstantPage.policy), Header("Referrer-Policy", "no-referrer"),
                ]
                if let cookie { headers.append(cookie) }
            }
            return Response(status: 200, headers: headers, body: .bytes(body))
        }
    }
}
