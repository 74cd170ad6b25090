import HTTPServing
import NetworkFormats

/// Keeps web pages of others from changing anything here through the browser of somebody who may.
///
/// A page can send a form anywhere without asking; it cannot say that it sends JSON without asking first, and nobody here
/// allows it. What the browser tells of the page's origin is looked at besides.
enum ChangeGuard {
    /// Why a request that would change something is refused; nil when it is not.
    static func refusal(of request: Request, hasTokens: Bool) -> Response? {
        if let origin = request.header("Origin"), !isOwn(origin, request, hasTokens: hasTokens) {
            return .error(403, "pages of \"\(origin)\" may change nothing here: ask from this server's own page")
        }
        if let site = request.header("Sec-Fetch-Site"), !["same-origin", "none"].contains(site.lowercased()) {
            return .error(403, "pages of another site may change nothing here: ask from this server's own page")
        }
        guard request.method != .delete || !request.body.isEmpty else { return nil }
        let type = request.header("Content-Type")?.split(separator: ";").first.map(String.init) ?? ""
        guard trimmed(type).lowercased() == "application/json" else {
            return .error(415, "JSON is wanted here: send Content-Type: application/json, with an empty body too")
        }
        return nil
    }

    /// Whether a page of `origin` came from this server under the name that it is asked by now.
    ///
    /// Anybody may let a name of theirs point here, so without tokens only addresses and `localhost` name this server.
    private static func isOwn(_ origin: String, _ request: Request, hasTokens: Bool) -> Bool {
        guard let scheme = origin.firstRange(of: "://"), let host = request.header("Host") else { return false }
        let authority = origin[scheme.upperBound...].lowercased()
        guard !authority.isEmpty, authority == host.lowercased() else { return false }
        return hasTokens || isAddress(authority)
    }

    private static func isAddress(_ authority: String) -> Bool {
        if authority.hasPrefix("[") {
            return IPAddress(String(authority.dropFirst().prefix { $0 != "]" })) != nil
        }
        let name = String(authority.prefix { $0 != ":" })
        return name == "localhost" || IPAddress(name) != nil
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
