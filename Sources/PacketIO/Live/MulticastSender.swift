import CSockets
import Glibc
public import NetworkFormats

/// Sends datagrams to groups, or to hosts; unless told otherwise they stay on the loopback interface.
public struct MulticastSender: ~Copyable, Sendable {
    /// The longest payload of a datagram, in bytes.
    public static let longestPayload = 65_507

    private let descriptor: Int32
    private let interface: UInt32
    /// Where the datagrams come from.
    public let source: Endpoint

    /// Opens a socket that sends from `source` through `interface`.
    ///
    /// Without a source it is 127.0.0.1 on the loopback interface, elsewhere the system's choice; without a port it is a
    /// free one. `ttl` is that of datagrams to groups: 0 keeps them on this host, 1 on its network.
    public init(
        interface name: String = "lo", source: IPAddress? = nil, port: UInt16 = 0, ttl: UInt8 = 0
    ) throws(SenderFailure) {
        var index: UInt32 = 0
        var isUp: Int32 = 0
        guard csockets_interface(name, &index, &isUp) == 0 else { throw .noSuchInterface(name) }
        let address = source ?? (name == "lo" ? IPAddress(v4: 0x7f00_0001) : .unspecified)
        var local = address.told(port: port)
        var stage: Int32 = 0
        let opened = csockets_open_sender(&local, index, Int32(ttl), &stage)
        guard opened >= 0 else {
            let reason = systemReason(opened)
            if stage == Int32(CSOCKETS_BINDING.rawValue) { throw .cannotBind(Endpoint(address, port), reason: reason) }
            throw .cannotOpen(reason: reason)
        }
        descriptor = opened
        interface = index
        self.source = Endpoint(address, UInt16(clamping: csockets_port(opened)))
    }

    deinit { close(descriptor) }

    /// Sends one datagram; waits while the system has no room for it.
    public func send(_ payload: RawSpan, to destination: Endpoint) throws(SenderFailure) {
        try check(0..<payload.byteCount, in: payload.byteCount, to: destination)
        let error = payload.withUnsafeBytes { bytes in
            var one = csockets_outgoing(
                bytes: bytes.baseAddress, length: UInt32(bytes.count), destination: destination.told)
            return csockets_send(descriptor, &one, 1, interface)
        }
        guard error == 1 else { throw failure(to: destination, error) }
    }

    /// Sends datagrams that lie in `bytes`, in order, many with one system call; waits while the system has no room.
    public func send(_ datagrams: Span<OutgoingDatagram>, in bytes: RawSpan) throws(SenderFailure) {
        var next = 0
        while next < datagrams.count {
            let end = min(datagrams.count, next + Int(CSOCKETS_BATCH))
            for index in next..<end {
                try check(datagrams[index].range, in: bytes.byteCount, to: datagrams[index].destination)
            }
            let batch = datagrams.extracting(next..<end)
            let sent = bytes.withUnsafeBytes { bytes in send(batch, from: bytes) }
            guard sent > 0 else {
                throw failure(to: datagrams[next].destination, sent)
            }
            next += Int(sent)
        }
    }

    private func send(_ batch: Span<OutgoingDatagram>, from bytes: UnsafeRawBufferPointer) -> Int32 {
        withUnsafeTemporaryAllocation(of: csockets_outgoing.self, capacity: batch.count) { list in
            for index in 0..<batch.count {
                let range = batch[index].range
                list.initializeElement(
                    at: index,
                    to: csockets_outgoing(
                        bytes: bytes.baseAddress.map { $0 + range.lowerBound }, length: UInt32(range.count),
                        destination: batch[index].destination.told))
            }
            return csockets_send(descriptor, list.baseAddress, UInt32(batch.count), interface)
        }
    }

    private func failure(to destination: Endpoint, _ error: Int32) -> SenderFailure {
        guard error == -ENETUNREACH, destination.address.isIPv6, destination.address.isMulticast else {
            return .cannotSend(to: destination, reason: systemReason(error))
        }
        // The loopback interface has no such route unless somebody makes one.
        let advice = "on the loopback interface make a route with `ip -6 route add local ff00::/8 dev lo table local`"
        return .cannotSend(to: destination, reason: "\(systemReason(error)); \(advice)")
    }

    private func check(_ range: Range<Int>, in count: Int, to destination: Endpoint) throws(SenderFailure) {
        guard range.lowerBound >= 0, range.upperBound <= count, range.count <= Self.longestPayload else {
            throw .wrongLength(range.count)
        }
        guard destination.address.isIPv6 == source.address.isIPv6 else {
            throw .wrongFamily(source: source.address, destination: destination)
        }
    }
}
