import Bytes
import CaptureFormats
import Dispatch
import Foundation
public import NetworkFormats
public import PacketIO
import Timing

/// Sends the datagrams of a capture again, with the timing they had, from a thread of its own.
///
/// Only what goes to groups is sent, and what `map` leads elsewhere. On the loopback interface each source of the capture has
/// an address of its own, 127.0.0.1 and up in order of appearance, so that receivers tell them apart as before.
public final class CaptureStreamer: Sendable {
    /// What was sent, and what was not.
    public struct Counts: Hashable, Sendable {
        /// Datagrams sent.
        public var datagrams = 0
        /// Their payloads, in bytes.
        public var bytes = 0
        /// Datagrams to single hosts, which are left out.
        public var unicast = 0
        /// Datagrams that the system refused, or that were cut in the capture.
        public var refused = 0

        /// One sentence for the person who ends the program.
        public var sentence: String {
            var text = "sent \(datagrams) datagrams, \(bytes) bytes"
            if unicast > 0 { text += "; \(unicast) to single hosts are left out" }
            if refused > 0 { text += "; \(refused) could not be sent" }
            return text
        }
    }

    struct Board: Sendable {
        var isStopping = false
        var counts = Counts()
        var failure: CaptureFailure?
        var cut: String?
    }

    private let path: String
    private let map: [Endpoint: Endpoint]
    private let interface: String
    private let timeToLive: UInt8
    private let running = Guarded<DispatchGroup?>(nil)
    private let board = Guarded(Board())

    /// The capture at `path`, whose datagrams to a key of `map` go to its value.
    public init(
        path: String, map: [Endpoint: Endpoint] = [:], interface: String = "lo", timeToLive: UInt8 = 0
    ) {
        self.path = path
        self.map = map
        self.interface = interface
        self.timeToLive = timeToLive
    }

    deinit { stop() }

    /// Opens the capture and begins to send.
    public func start() throws {
        try running.withLock { running in
            guard running == nil else { return }
            let sending = CaptureSending(
                try PacedCapture(opening: path, pace: .realtime),
                CaptureOutlet(map: map, interface: interface, timeToLive: timeToLive), board: board)
            let group = DispatchGroup()
            group.enter()
            let thread = Thread {
                sending.run()
                group.leave()
            }
            thread.name = "capture"
            thread.start()
            running = group
        }
    }

    /// Stops, and waits until the thread has ended.
    public func stop() {
        guard let group = running.withLock({ $0.take() }) else { return }
        board.withLock { $0.isStopping = true }
        group.wait()
    }

    /// Waits until the capture is over or some milliseconds have passed; says whether it is over.
    public func wait(atMost milliseconds: Int) -> Bool {
        guard let group = running.withLock({ $0 }) else { return true }
        return group.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    }

    /// What was sent so far.
    public var counts: Counts { board.withLock { $0.counts } }

    /// Why the capture could not be read to its end; nil when nothing stands against it.
    public var failure: CaptureFailure? { board.withLock { $0.failure } }

    /// One sentence on a capture that ends before it should, at the end of what was sent; nil for one that is whole.
    public var cut: String? { board.withLock { $0.cut } }
}

/// The loop of the sending thread.
///
/// `@unchecked Sendable`: it is made by one thread and handed to another before that one starts; nobody else keeps it.
private final class CaptureSending: @unchecked Sendable {
    private var capture: PacedCapture
    private var outlet: CaptureOutlet
    private let board: Guarded<CaptureStreamer.Board>

    init(_ capture: consuming PacedCapture, _ outlet: CaptureOutlet, board: Guarded<CaptureStreamer.Board>) {
        self.capture = capture
        self.outlet = outlet
        self.board = board
    }

    func run() {
        while !board.withLock({ $0.isStopping }) {
            do throws(CaptureFailure) {
                let state = try capture.drain(into: &outlet)
                board.withLock { $0.counts = outlet.counts }
                if state == .finished {
                    let cut = capture.facts.cut?.sentence
                    return board.withLock { $0.cut = cut }
                }
                if state == .idle { capture.wait() }
            } catch {
                board.withLock { $0.failure = error }
                return
            }
        }
    }
}

/// Takes datagrams and sends them, each from the socket of its source.
private struct CaptureOutlet: DatagramSink {
    /// So many sources have sockets of their own.
    private static let socketLimit = 250

    let map: [Endpoint: Endpoint]
    let interface: String
    let timeToLive: UInt8
    var counts = CaptureStreamer.Counts()
    private var sockets: [IPAddress: Outlet] = [:]

    init(map: [Endpoint: Endpoint], interface: String, timeToLive: UInt8) {
        self.map = map
        self.interface = interface
        self.timeToLive = timeToLive
    }

    /// A class because sockets cannot lie in a dictionary.
    private final class Outlet {
        let socket: MulticastSender?

        init(_ socket: consuming MulticastSender?) { self.socket = socket }
    }

    mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
        let destination = map[header.destination] ?? header.destination
        guard destination.address.isMulticast || map[header.destination] != nil else {
            counts.unicast += 1
            return
        }
        guard header.storedLength == header.wireLength else {
            counts.refused += 1
            return
        }
        let outlet = outlet(for: header.source.address, isIPv6: destination.address.isIPv6)
        do throws(SenderFailure) {
            try outlet.socket?.send(payload, to: destination)
            counts.datagrams += outlet.socket == nil ? 0 : 1
            counts.refused += outlet.socket == nil ? 1 : 0
            counts.bytes += payload.byteCount
        } catch {
            counts.refused += 1
        }
    }

    mutating func advance(to time: StreamTime) {}

    private mutating func outlet(for source: IPAddress, isIPv6: Bool) -> Outlet {
        if let known = sockets[source] { return known }
        let number = UInt32(sockets.count % Self.socketLimit)
        let own = isIPv6 ? IPAddress(v6: 0, 1) : IPAddress(v4: 0x7f00_0001 + number)
        let made = Outlet(
            try? MulticastSender(interface: interface, source: interface == "lo" ? own : nil, ttl: timeToLive))
        sockets[source] = made
        return made
    }
}
