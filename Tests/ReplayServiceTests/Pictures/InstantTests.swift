import Clips
import Foundation
import HTTPServing
import History
import ObjectDelivery
import Pipeline
import Testing
import Timing

@testable import ReplayService

@Suite("Every channel at one instant")
struct InstantTests {
    private static let html = [Header("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")]

    @Test("tells picture, window and link indicator of each, and the address of the picture")
    func json() throws {
        let served = try ServedSample()
        let answer = try served.get("/at/-4")
        #expect(answer.status == 200 && answer.header("Content-Type") == "application/json")
        #expect(answer.header("Cache-Control") == "no-store")
        let time = try #require(answer.object["time"] as? String)
        let channels = try #require(answer.object["channels"] as? [[String: Any]])
        #expect(channels.map { $0["name"] as? String } == ["Sideline", "Goal line", "Bench", "Wide"])
        for channel in channels {
            let picture = try #require(channel["picture"] as? [String: Any])
            let window = try #require(channel["window"] as? [String: Any])
            let names = ["id", "k", "d", "r", "recovered", "outcome", "firstSeq", "lastSeq"]
            #expect(Set(window.keys).isSuperset(of: names))
            #expect((0...10).contains(try #require(channel["linkIndicator"] as? Int)))
            #expect(channel["time"] as? String == time)
            // The picture begins at the instant or before it, by less than one of 25 or 50 a second lasts, unless one was lost.
            let shown = try #require(picture["time"] as? String)
            #expect(shown <= time)
            let still = try served.get(try #require(picture["url"] as? String))
            #expect(still.status == 200)
            let exact = try #require(still.header("X-Picture-Time"))
            #expect(exact == shown || still.header("X-Picture-Damaged") == "1")
        }
        let again = try served.get("/at/\(time)")
        #expect(again.object["time"] as? String == time)
        #expect(again.object["settled"] as? Bool == true)
        #expect(again.header("Cache-Control") == "private, max-age=10")
        #expect(again.header("ETag") != nil)
    }

    @Test("says of each channel that the instant is not kept, and refuses what is no instant")
    func outside() throws {
        let served = try ServedSample()
        for target in ["/at/0", "/at/4102444800", "/at/1970-01-01T00:00:00Z"] {
            let answer = try served.get(target)
            #expect(answer.status == 200 && answer.header("Cache-Control") == "no-store")
            for channel in try #require(answer.object["channels"] as? [[String: Any]]) {
                #expect(channel["picture"] is NSNull && (channel["problem"] as? String ?? "").count > 10)
            }
        }
        for target in ["/at/banana", "/at/--1", "/at/-25h", "/at/%3Cscript%3E", "/at/99999999999999999999"] {
            let answer = try served.get(target, headers: Self.html)
            #expect(answer.status == 400)
            #expect(answer.object["status"] as? String == "error")
        }
    }

    @Test("tells the last message of a data channel up to then")
    func messages() throws {
        let served = try ServedMessages()
        let start = 1_767_225_600
        // Message n is sent 1.5 s + n s after the start and comes within that second.
        for (second, text) in [(5, "goal 3"), (12, "goal 10")] {
            let answer = try served.service.get("/at/\(start + second)")
            let channels = try #require(answer.object["channels"] as? [[String: Any]])
            let message = try #require(channels.first?["message"] as? [String: Any])
            #expect(message["text"] as? String == text)
        }
        let early = try served.service.get("/at/\(start + 1)")
        let channel = try #require((early.object["channels"] as? [[String: Any]])?.first)
        #expect(channel["message"] is NSNull && channel["problem"] as? String == "no message had come by then")
    }

    @Test("is a page for those who would rather have one")
    func page() throws {
        let served = try ServedSample()
        let page = try served.get("/at/-4", headers: Self.html)
        #expect(page.header("Content-Type") == "text/html; charset=utf-8")
        #expect(page.header("Vary") == "Accept")
        #expect(page.header("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
        #expect(page.text.components(separatedBy: "<img ").count == 5)
        #expect(!page.text.contains("<script"))
        let source = try #require(page.text.firstMatch(of: /<img src="([^"]*)"/)?.1)
        #expect(try served.get(String(source.replacing("&amp;", with: "&"))).status == 200)
    }

    @Test(
        "goes by the Accept field",
        arguments: [
            (nil, false), ("*/*", false), ("text/html", true), ("application/json", false), ("text/*", true),
            ("text/html;q=0.5,application/json", false), ("text/html,application/json;q=0.9", true),
            ("application/json;q=0.1, text/html;q=0.2", true), ("text/html;q=0, */*", false), ("", false),
            ("text/html;q=0.999;level=1,*/*;q=1.0", false), (";;;,,,/", false), ("TEXT/HTML", true),
            ("application/*;q=0.2,text/html;q=0.3", true), ("image/png", false),
        ] as [(String?, Bool)])
    func negotiation(_ accept: String?, _ isPage: Bool) {
        #expect(AcceptedTypes(accept).prefersPage == isPage)
    }

    @Test("shows what others named as text, never as markup")
    func escaping() throws {
        let name = "<script>alert(\"1\")</script>' onload='x' & \u{1b}\u{0}"
        let message = KeptMessage(
            number: 1,
            message: DataMessage(object: 1, first: StreamTime(nanoseconds: 0), time: StreamTime(nanoseconds: 0)),
            bytes: Array("<img src=x onerror=alert(1)>\u{202e}".utf8))
        let channel = InstantView.Channel(
            id: "0123456789ab", name: name, kind: "data", offset: StreamDuration(milliseconds: -40),
            time: StreamTime(nanoseconds: 0), message: message, problem: "<b>\"no\"</b>")
        let view = InstantView(time: StreamTime(nanoseconds: 0), isSettled: false, channels: [channel])
        let page = InstantPage(view: view).text
        for markup in ["<script", "<img src=x", "<b>", "onload='", "\u{1b}", "\u{0}"] {
            #expect(!page.contains(markup))
        }
        #expect(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; onload=&#39;x&#39; &amp;"))
        #expect(page.contains("-40 ms"))
    }
}
