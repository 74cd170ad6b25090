import Foundation
import Glibc

/// A server of HTTP on the loopback interface that gives the answers it is told, one after the other, the last for ever.
///
/// An answer of nothing keeps who asked waiting for as long as the server lives.
final class OneAnswerServer: Sendable {
    let port: UInt16
    private let descriptor: Int32

    /// Begins to serve `answers`, whole with their heads, from a thread of its own.
    init?(_ answers: [[UInt8]]) {
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
        Thread {
            var next = 0
            var kept: [Int32] = []
            while true {
                let client = accept(opened, nil, nil)
                // The thread closes what it waits at: whoever gets the number next must not be served by it.
                guard client >= 0 else {
                    close(opened)
                    for client in kept { close(client) }
                    return
                }
                var request = [UInt8](repeating: 0, count: 4_096)
                _ = recv(client, &request, request.count, 0)
                let answer = answers[min(next, answers.count - 1)]
                next += 1
                if answer.isEmpty {
                    kept.append(client)
                    continue
                }
                _ = answer.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                close(client)
            }
        }.start()
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// An answer of `body`.
    static func ok(_ body: [UInt8]) -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n".utf8) + body
    }
}
