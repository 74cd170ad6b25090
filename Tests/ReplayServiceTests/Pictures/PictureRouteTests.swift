import ClipFiles
import Dispatch
import Foundation
import HTTPServing
import PacketIO
import Testing

@testable import ReplayService

@Suite("Routes of pictures")
struct PictureRouteTests {
    let served: ServedSample

    init() throws { served = try ServedSample() }

    private static func size(of jpeg: [UInt8]) -> (width: Int, height: Int)? {
        var place = 2
        while place + 9 < jpeg.count, jpeg[place] == 0xFF {
            let (marker, length) = (jpeg[place + 1], Int(jpeg[place + 2]) << 8 | Int(jpeg[place + 3]))
            if (0xC0...0xC2).contains(marker) {
                return (
                    Int(jpeg[place + 7]) << 8 | Int(jpeg[place + 8]), Int(jpeg[place + 5]) << 8 | Int(jpeg[place + 6])
                )
            }
            place += 2 + length
        }
        return nil
    }

    @Test("a still says when it is presented and what was lost, and by its own address it is the same for ever")
    func still() throws {
        let still = try served.get("/api/v1/channels/Sideline/thumb.jpg?at=-3&width=160")
        #expect(still.status == 200)
        #expect(still.header("Content-Type") == "image/jpeg")
        #expect(still.header("Cache-Control") == "no-store")
        #expect(Self.size(of: still.bytes)?.width == 160)
        for name in ["X-Picture-Lost-Packets", "X-Picture-Recovered-Packets"] {
            #expect(still.header(name).flatMap { Int($0) } != nil)
        }
        let time = try #require(still.header("X-Picture-Time"))
        let location = try #require(still.header("Content-Location"))
        for address in [location, "/api/v1/channels/Sideline/thumb.jpg?width=160&at=\(time)"] {
            let again = try served.get(address)
            #expect(again.bytes == still.bytes)
            #expect(again.header("ETag") == still.header("ETag"))
            #expect(again.header("X-Picture-Time") == time)
            #expect(again.header("Cache-Control")?.contains("immutable") == true)
        }
        let other = try served.get("/api/v1/channels/Sideline/thumb.jpg?at=-3&width=162")
        #expect(other.header("ETag") != still.header("ETag"))
        #expect(try served.get("/api/v1/channels/Sideline/thumb.jpg").status == 200)
    }

    @Test(
        "refuses what it has no picture for, with one sentence",
        arguments: [
            ("thumb.jpg?at=banana", 400), ("thumb.jpg?at=", 400), ("thumb.jpg?at=-25h", 400),
            ("thumb.jpg?width=0", 400), ("thumb.jpg?width=99999999999999999999999", 400),
            ("thumb.jpg?width=-160", 400), ("thumb.jpg?at=-1&at=-2", 400), ("thumb.jpg?at=0", 416),
            ("thumb.jpg?at=-23h", 416), ("thumb.jpg?at=4102444800", 425), ("thumb.jpg?at=9223372036.854775807", 425),
            ("storyboard.vtt", 400), ("storyboard.vtt?last=5s&width=7", 400),
            ("storyboard.vtt?last=5s&interval=0", 400),
            ("storyboard.vtt?last=5s&interval=1ns", 400), ("storyboard.vtt?start=0&duration=5", 416),
            ("storyboard.vtt?start=4102444800&duration=5", 425), ("storyboard/0.png", 404), ("storyboard/-1.jpg", 404),
            ("storyboard/00.jpg", 404), ("storyboard/10.jpg", 404), ("storyboard/9999999999999999999999.jpg", 404),
            ("storyboard/0.jpg", 400), ("storyboard/0.jpg?start=0&duration=5&interval=1&height=90", 416),
        ] as [(String, Int)])
    func refuses(_ target: String, _ status: Int) throws {
        let response = try served.get("/api/v1/channels/Sideline/" + target)
        #expect(response.status == status)
        #expect((response.object["error"] as? String ?? "").count > 10)
        #expect((response.header("Retry-After") != nil) == (status == 425))
        #expect(try served.get("/api/v1/channels/nobody/" + target).status == 404)
    }

    @Test("waits for an instant that is to come")
    func waits() throws {
        #expect(try served.get("/api/v1/channels/Sideline/thumb.jpg?at=4102444800&wait=1").status == 102)
        let target = "/api/v1/channels/Sideline/storyboard.vtt?start=4102444800&duration=5&wait=1"
        #expect(try served.get(target).status == 102)
    }

    @Test("a storyboard's track names sheets that are there, each place inside its sheet")
    func storyboard() throws {
        let base = "/api/v1/channels/Sideline/"
        let track = try served.get(base + "storyboard.vtt?last=6s&interval=500ms&width=120")
        #expect(track.status == 200)
        #expect(track.header("Content-Type") == "text/vtt; charset=utf-8")
        let lines = track.text.split(separator: "\n").filter { $0.contains("#xywh=") }
        #expect((10...13).contains(lines.count))
        for line in lines {
            let parts = line.split(separator: "#")
            let sheet = try served.get(base + parts[0])
            #expect(sheet.status == 200)
            #expect(sheet.header("Content-Type") == "image/jpeg")
            let size = try #require(Self.size(of: sheet.bytes))
            let place = parts[1].dropFirst(5).split(separator: ",").compactMap { Int($0) }
            #expect(place[0] + place[2] <= size.width && place[1] + place[3] <= size.height)
        }
        // All places lie on one sheet, which was made once; so was the track.
        #expect(served.service.pictures.facts.begun == 2)
    }

    @Test("a track that was asked for with a token passes it on to its sheets")
    func tokens() throws {
        let served = try ServedSample(tokens: ["s3cret+/"])
        let target = "/api/v1/channels/Sideline/storyboard.vtt?last=2s&token=s3cret%2B/"
        let line = try #require(try served.get(target).text.split(separator: "\n").first { $0.contains("#xywh=") })
        #expect(line.contains("&token=s3cret%2B%2F#"))
        let address = try #require(line.split(separator: "#").first)
        #expect(try served.get("/api/v1/channels/Sideline/" + address).status == 200)
        #expect(try served.get("/at/-1").status == 401)
        #expect(try served.get("/at/-1?token=s3cret%2B/", headers: [Header("Accept", "text/html")]).status == 200)
    }

    @Test("fifty readers of one picture at a time wait for one decoding")
    func sharing() throws {
        let service = served.service
        let bodies = Guarded<[[UInt8]]>([])
        DispatchQueue.concurrentPerform(iterations: 50) { _ in
            guard let response = try? service.get("/api/v1/channels/Sideline/thumb.jpg?at=-2&width=100") else { return }
            bodies.withLock { $0.append(response.bytes) }
        }
        let all = bodies.withLock { $0 }
        #expect(all.count == 50 && Set(all).count == 1 && all[0].count > 100)
        let facts = service.pictures.facts
        #expect(facts.begun == 1 && facts.shared + facts.fromCache == 49)
    }

    @Test("of a channel without pictures there are none")
    func noPictures() throws {
        let data = try ServedMessages()
        for target in ["thumb.jpg", "storyboard.vtt?last=5s"] {
            let response = try data.service.get("/api/v1/channels/scores/" + target)
            #expect(response.status == 404)
            #expect((response.object["error"] as? String)?.contains("no pictures") == true)
        }
    }
}
