import Testing

@testable import VenueRuntime

@Suite("Asking an address")
struct AddressPollTests {
    @Test("hands on a document when it is new or has changed")
    func changes() throws {
        let server = try #require(
            OneAnswerServer([
                OneAnswerServer.ok(Array("1:0".utf8)), OneAnswerServer.ok(Array("1:0".utf8)),
                OneAnswerServer.ok(Array("2:0".utf8)),
            ]))
        let poll = try #require(AddressPoll("http://127.0.0.1:\(server.port)/score"))
        #expect(try poll.ask() == Array("1:0".utf8))
        #expect(try poll.ask() == nil)
        #expect(try poll.ask() == Array("2:0".utf8))
        #expect(try poll.ask() == nil)
    }

    @Test("takes 64 KiB and no more")
    func limits() throws {
        let server = try #require(
            OneAnswerServer([
                OneAnswerServer.ok(Array(repeating: 7, count: 65_536)),
                OneAnswerServer.ok(Array(repeating: 8, count: 65_537)),
            ]))
        let poll = try #require(AddressPoll("http://127.0.0.1:\(server.port)/"))
        #expect(try poll.ask()?.count == 65_536)
        let failure = #expect(throws: AddressPoll.Failure.self) { _ = try poll.ask() }
        #expect(failure?.description == "the answer is longer than 65536 bytes")
    }

    @Test("fails when the server says no, is not there, or is reached by another protocol")
    func fails() throws {
        let server = try #require(
            OneAnswerServer([
                Array("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\nConnection: close\r\n\r\ngone".utf8),
                Array("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8),
                Array("HTTP/1.1 302 Found\r\nLocation: file:///etc/hostname\r\nContent-Length: 0\r\n\r\n".utf8),
            ]))
        let poll = try #require(AddressPoll("http://127.0.0.1:\(server.port)/"))
        for _ in 0..<3 {
            #expect(throws: AddressPoll.Failure.self) { _ = try poll.ask() }
        }
        let nowhere = try #require(AddressPoll("http://127.0.0.1:1/"))
        #expect(throws: AddressPoll.Failure.self) { _ = try nowhere.ask() }
        let local = try #require(AddressPoll("file:///etc/hostname"))
        #expect(throws: AddressPoll.Failure.self) { _ = try local.ask() }
    }
}
