import HTTPServing
import Testing

@Suite("Server: streams")
struct ByteStreamTests {
    @Test("a stream is sent as it is written, and ends where it is finished")
    func sends() throws {
        let stream = ByteStream()
        let server = try HTTPServer.testing { _ in
            .now(Response(headers: [Header("Content-Type", "video/mp2t")], body: .stream(stream)))
        }
        let client = RawClient(port: server.port)
        client.get("/")
        var sent: [UInt8] = []
        for number in 0..<50 {
            let piece = [UInt8](repeating: UInt8(number), count: 1 + number * 100)
            #expect(stream.write(piece) == .accepted)
            sent += piece
            if number % 10 == 0 { #expect(holds { stream.waiting == 0 }) }
        }
        stream.finish()
        #expect(stream.write([1]) == .closed)
        let reply = try #require(client.reply())
        #expect(reply["Transfer-Encoding"] == "chunked")
        #expect(reply.body == sent)
        client.send("HEAD / HTTP/1.1\r\nHost: test\r\n\r\n")
        #expect(client.reply(toHead: true)?.status == 200)
        server.stop(grace: .zero)
    }

    @Test("what waits is bounded")
    func bounded() {
        let stream = ByteStream(capacity: 10)
        #expect(stream.write([UInt8](repeating: 0, count: 6)) == .accepted)
        #expect(stream.write([UInt8](repeating: 0, count: 5)) == .full)
        #expect(stream.write([UInt8](repeating: 0, count: 4)) == .accepted)
        #expect(stream.write([0]) == .full)
        #expect(stream.waiting == 10)
    }

    @Test("the producer is told when the reader goes")
    func readerGoes() async throws {
        let stream = ByteStream()
        let server = try HTTPServer.testing(.local { $0.headDeadline = .milliseconds(200) }) { _ in
            .now(Response(body: .stream(stream)))
        }
        await confirmation { told in
            await withCheckedContinuation { continuation in
                stream.whenReaderGone {
                    told()
                    continuation.resume()
                }
                let client = RawClient(port: server.port)
                client.get("/")
                #expect(holds { server.load.suspended == 1 })
            }
        }
        #expect(stream.isReaderGone)
        #expect(stream.write([1]) == .closed)
        server.stop(grace: .zero)
    }

    @Test("stopping ends a stream that nobody finishes")
    func stops() throws {
        let stream = ByteStream()
        let server = try HTTPServer.testing { _ in .now(Response(body: .stream(stream))) }
        let client = RawClient(port: server.port)
        client.get("/")
        stream.write([1, 2, 3])
        #expect(holds { server.load.suspended == 1 })
        server.stop(grace: .seconds(2))
        #expect(client.reply()?.body == [1, 2, 3])
        #expect(stream.isReaderGone)
    }
}
