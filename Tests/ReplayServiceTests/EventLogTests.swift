import Bytes
import Testing

@testable import ReplayService

@Suite("The log of events")
struct EventLogTests {
    // By hand, after the standard of server-sent events (HTML, 9.2.5).
    @Test("writes an event as its id, its name, its data and an empty line")
    func block() {
        var log = EventLog(epoch: 1_700)
        log.append(.venueConnection, data: #"{"connected":true}"#)
        #expect(
            log.after(0).map { String(decoding: $0.block.joined, as: UTF8.self) }
                == ["id: 1700.1\nevent: venueConnection\ndata: {\"connected\":true}\n\n"])
    }

    @Test("keeps the newest events of a bounded count, and knows what is gone")
    func countBound() {
        var log = EventLog(epoch: 1)
        let many = UInt64(EventLog.countLimit) * 3 + 7
        for number in 1...many { log.append(.mark, data: "\(number)") }
        #expect(log.count == EventLog.countLimit && log.last == many)
        #expect(log.lastGone == many - UInt64(EventLog.countLimit))
        #expect(log.after(0).map(\.number) == Array((log.lastGone + 1)...many))
        #expect(log.after(many - 3).map(\.number) == [many - 2, many - 1, many])
        #expect(log.after(many).isEmpty && log.after(.max).isEmpty)
        #expect(log.byteCount == log.after(0).reduce(0) { $0 + $1.block.count })
    }

    @Test("keeps no more bytes than its bound, but the newest event always")
    func byteBound() {
        var log = EventLog(epoch: 1)
        let third = String(repeating: "x", count: EventLog.byteLimit / 3)
        for _ in 0..<5 { log.append(.data, data: third) }
        #expect(log.after(0).map(\.number) == [4, 5])
        log.append(.data, data: String(repeating: "x", count: EventLog.byteLimit * 2))
        #expect(log.after(0).map(\.number) == [6])
        log.append(.mark, data: "1")
        #expect(log.after(0).map(\.number) == [7] && log.byteCount < 100)
    }

    @Test("names every event of the guide's notifications and callbacks, and no other word is one")
    func names() throws {
        // Interfaces, "Shapes of the small answers".
        let all = [
            "videoChannelList", "dataChannelList", "fileChannelList", "videoEvent", "playerState", "serviceState",
            "venueConnection", "channelInvalid", "data", "file", "mark",
        ]
        #expect(EventName.allCases.map(\.rawValue) == all)
        #expect(try EventName.set(of: "data,file,data,") == [.data, .file])
        #expect(throws: UnknownEvent.self) { try EventName.set(of: "data,files") }
    }
}
