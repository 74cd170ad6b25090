import Foundation
import NetworkFormats
import PacketIO
import Timing

/// What a receiver on the loopback interface gives.
struct Pump: ~Copyable {
    var receiver: MulticastReceiver
    var taken = Taken()

    init(_ options: ReceiverOptions = ReceiverOptions(interface: "lo"), joining groups: [Endpoint] = []) throws {
        var made = try MulticastReceiver(options: options)
        for group in groups { try made.join(Subscription(group: group)) }
        receiver = made
        // The kernel begins to stamp a moment after the first socket asked for it.
        usleep(20_000)
    }

    /// Takes datagrams until there are `count` in all, for two seconds at most.
    mutating func take(_ count: Int) throws {
        let end = Date().addingTimeInterval(2)
        while taken.headers.count < count, Date() < end { try turn() }
    }

    /// Takes what comes during some wake-ups.
    mutating func turn(_ count: Int = 1) throws {
        for _ in 0..<count {
            receiver.wait()
            _ = try receiver.drain(into: &taken)
        }
    }
}

/// Groups and ports of these tests.
func group(_ number: UInt32, port: UInt16) -> Endpoint { Endpoint(IPAddress(v4: 0xef4d_0100 + number), port) }

extension MulticastSender {
    /// Sends `text` to a group.
    func send(_ text: String, to destination: Endpoint) throws {
        let bytes = Array(text.utf8)
        try send(bytes.span.bytes, to: destination)
    }
}

extension Taken {
    var texts: [String] { payloads.map { String(decoding: $0, as: UTF8.self) } }
}
