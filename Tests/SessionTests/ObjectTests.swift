import Foundation
import NetworkFormats
import ObjectDelivery
import PacketIO
import Testing
import Timing
import VenueRuntime
import VenueSimulator
import VenueWire

@testable import Session

@Suite("Messages and files of a session")
struct ObjectTests {
    static let source = Endpoint(IPAddress(v4: 0x0a00_0001), 4_000)

    static func venue(_ channels: [NativeChannelSpec], seconds: Int64) -> NativeVenueSpec {
        NativeVenueSpec(
            start: VenueScript.time(0), duration: StreamDuration(seconds: seconds), license: VenueScript.license,
            twins: nil, streamers: [.init(id: "a1", source: source)], channels: channels)
    }

    static func talk(_ name: String, _ number: UInt32, _ messages: [NativeMessage]) -> NativeChannelSpec {
        NativeChannelSpec(
            name: name, sessionNumber: number, destination: Endpoint(IPAddress(v4: 0xef0a_0b00 + number), 5_000),
            content: .data(messages, repeats: 3))
    }

    /// Two messages a second for ten seconds, each sent three times.
    static let messages = (1..<20).map { half in
        NativeMessage(at: StreamDuration(milliseconds: Int64(half) * 500), Array("message \(half)".utf8))
    }

    @Test(
        "B20, D3, 3.19: each message is told once, in order, with its channel, however often it is sent and looked at")
    func messages() throws {
        let rig = try SessionRig(VenueScript())
        rig.script.play(
            Self.venue([Self.talk("scores", 5, Self.messages), Self.talk("alerts", 6, [])], seconds: 11), until: 10_900)
        let told = rig.takeTold()
        #expect(told.filter { $0.hasPrefix("scores") } == (1..<20).map { "scores \($0): message \($0)" })
        // Looking again tells nothing again.
        #expect(rig.takeTold() == [])
    }

    @Test("a session that starts later is told new messages only")
    func late() throws {
        let script = try VenueScript()
        let spec = Self.venue([Self.talk("scores", 5, Self.messages)], seconds: 11)
        var sent = NativeVenue(spec)
        script.play(&sent, until: 5_200)
        let rig = try SessionRig(script)
        rig.script.play(&sent, until: 10_900)
        let told = rig.takeTold().filter { $0.hasPrefix("scores") }
        #expect(told.first == "scores 11: message 11" && told.last == "scores 19: message 19")
        #expect(told.count == 9)
    }

    @Test("what a channel said before it was withdrawn is told before it leaves the list; nothing behind that")
    func withdrawn() throws {
        let rig = try SessionRig(VenueScript())
        _ = rig.takeTold()
        // The deletion comes 200 ms after the end at 6 s; all of it lies between two looks.
        rig.script.play(Self.venue([Self.talk("scores", 5, Self.messages)], seconds: 6), until: 20_000)
        let told = rig.takeTold()
        let last = try #require(told.lastIndex { $0.hasPrefix("scores") })
        let gone = try #require(told.firstIndex(of: "data []"))
        #expect(last < gone)
        #expect(told.filter { $0.hasPrefix("scores") }.count == 11)
    }

    @Test("3.19: a file is told once it is complete, checked and on the disk; who comes later is told of it first")
    func files() throws {
        let folder = NSTemporaryDirectory() + "svm-session-\(UUID())"
        let store = try FileStore(path: folder)
        defer {
            store.stop()
            store.removeAll()
        }
        let rig = try SessionRig(VenueScript(files: store))
        let programme = NativeChannelSpec(
            name: "programme", sessionNumber: 7, destination: Endpoint(IPAddress(v4: 0xef0a_0b07), 5_000),
            bandwidthKbps: 500,
            content: .file([
                NativeFile(uri: "a.txt", bytes: Array("one".utf8)),
                NativeFile(uri: "b/c.txt", bytes: [UInt8](repeating: 7, count: 9_000)),
            ]))
        rig.script.play(Self.venue([programme], seconds: 6), until: 5_900)
        for _ in 0..<500 where store.facts.ready < 2 { usleep(10_000) }
        #expect(
            Set(rig.takeTold().filter { $0.hasPrefix("programme") }) == ["programme a.txt 1", "programme b/c.txt 1"])
        #expect(rig.takeTold() == [])
        let channel = try #require(rig.session.channels(.file).first)
        #expect(Set(rig.session.files(of: channel).map(\.record.uri)) == ["a.txt", "b/c.txt"])
        let late = Collected()
        let subscription = rig.session.subscribe(current: true) { late.add($0) }
        rig.look()
        #expect(late.all.filter { $0.hasPrefix("programme") }.count == 2)
        subscription.cancel()
    }
}
