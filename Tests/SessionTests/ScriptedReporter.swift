import Foundation
import Glibc
import PacketIO

/// A Reporter on the loopback interface that does what it is told with every request, one after the other, the last for ever.
final class ScriptedReporter: Sendable {
    /// What it does with a request once it has read it.
    enum Act: Sendable {
        /// Sends bytes.
        case send([UInt8])
        /// Sends bytes again and again, so many times or until nobody takes them.
        case flood([UInt8], Int)
        /// Does nothing for a while, in milliseconds; less when the other side goes.
        case pause(Int)
    }

    /// What came.
    struct Received: Sendable {
        var head: String
        var body: [UInt8]
    }

    let port: UInt16
    private let descriptor: Int32
    private let state = Guarded<[Received]>([])

    /// Does the acts of `script` with the requests.
    init?(_ script: [[Act]]) {
        let opened = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard opened >= 0 else { return nil }
        descriptor = opened
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(opened, $0, length) == 0 && getsockname(opened, $0, &length) == 0
            }
        }
        guard isBound, listen(opened, 8) == 0 else { return nil }
        port = UInt16(bigEndian: address.sin_port)
        Thread { [state] in
            var next = 0
            while true {
                let client = accept(opened, nil, nil)
                // The thread closes what it waits at: whoever gets the number next must not be served by it.
                guard client >= 0 else {
                    close(opened)
                    return
                }
                let acts = script[min(next, script.count - 1)]
                next += 1
                // Each on a thread of its own: a slow one keeps nobody else waiting.
                Thread {
                    if let received = Self.read(client) {
                        state.withLock { $0.append(received) }
                        for act in acts where !Self.perform(act, client) { break }
                    }
                    close(client)
                }.start()
            }
        }.start()
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    var url: String { "http://127.0.0.1:\(port)/api/v1/reporter" }

    /// Every request so far.
    var received: [Received] { state.withLock { $0 } }

    private static func read(_ client: Int32) -> Received? {
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < 1 << 20 {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let head = String(text[..<end.lowerBound])
                let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
                let start = head.utf8.count + 4
                if bytes.count >= start + (length ?? 0) {
                    return Received(head: head, body: Array(bytes[start...]))
                }
            }
            let count = recv(client, &room, room.count, 0)
            guard count > 0 else { return nil }
            bytes += room[..<count]
        }
        return nil
    }

    private static func perform(_ act: Act, _ client: Int32) -> Bool {
        switch act {
        case .send(let bytes): return sent(bytes, client)
        case .flood(let bytes, let times): return (0..<times).allSatisfy { _ in sent(bytes, client) }
        case .pause(let milliseconds):
            var entry = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, Int32(milliseconds)) == 0
        }
    }

    private static func sent(_ bytes: [UInt8], _ client: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                bytes.baseAddress.map { Glibc.send(client, $0 + done, bytes.count - done, Int32(MSG_NOSIGNAL)) } ?? 0
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// A whole answer without a body.
    static func answer(_ status: Int, _ fields: String...) -> [Act] {
        let lines = fields.map { $0 + "\r\n" }.joined()
        return [.send(Array("HTTP/1.1 \(status) X\r\n\(lines)Content-Length: 0\r\nConnection: close\r\n\r\n".utf8))]
    }
}
