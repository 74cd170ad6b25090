import CMNL
import Glibc

/// A conversation with the kernel.
///
/// It belongs to one thread at a time.
struct NetlinkSocket: ~Copyable {
    /// The kernel never tells more at once (NLMSG_GOODSIZE of its dumps).
    static let bufferLength = 32_768
    /// How long one answer may be waited for, in milliseconds.
    private static let patienceMs: Int64 = 2_000
    /// Foreign messages that are passed over at one go.
    private static let foreignLimit = 64

    /// The library's handle, which nobody else has.
    private let handle: OpaquePointer
    /// Room for one message of the kernel, aligned as messages are.
    private let buffer: UnsafeMutableRawBufferPointer
    private var sequence: UInt32 = 0

    /// Opens a conversation about `bus` (NETLINK_ROUTE, NETLINK_GENERIC), following the changes of `groups`.
    init(bus: Int32, following groups: [UInt32] = []) throws(NetlinkFailure) {
        guard let handle = mnl_socket_open2(bus, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)) else {
            throw .system(errno)
        }
        var isReady = mnl_socket_bind(handle, 0, 0) == 0
        for var group in groups where isReady {
            let length = socklen_t(MemoryLayout.size(ofValue: group))
            isReady = mnl_socket_setsockopt(handle, NETLINK_ADD_MEMBERSHIP, &group, length) == 0
        }
        guard isReady else {
            let error = errno
            mnl_socket_close(handle)
            throw .system(error)
        }
        self.handle = handle
        buffer = .allocate(byteCount: Self.bufferLength, alignment: 16)
    }

    deinit {
        mnl_socket_close(handle)
        buffer.deallocate()
    }

    /// The descriptor, to wait for something to read.
    var descriptor: Int32 { mnl_socket_get_fd(handle) }

    /// Asks for everything of one kind, and calls `take` with each message until the answer is complete: those of the answer
    /// and, between them, changes that nobody asked for.
    ///
    /// - Parameters:
    ///   - type: What is asked for.
    ///   - request: What stands behind the header: the protocol's own header and attributes.
    ///   - isForMany: Whether a list is wanted, rather than one.
    /// - Returns: Whether the answer is of one instant; a list that changed while it was told is not.
    mutating func ask(
        _ type: UInt16, _ request: [UInt8], isForMany: Bool = true, _ take: (NetlinkMessage) -> Void
    ) throws(NetlinkFailure) -> Bool {
        sequence = sequence &+ 1
        if sequence == 0 { sequence = 1 }
        try send(type, request, flags: isForMany ? NLM_F_REQUEST | NLM_F_DUMP : NLM_F_REQUEST | NLM_F_ACK)
        let asked = sequence
        let deadline = Self.now + Self.patienceMs
        var isWhole = true
        var end: Int32?
        while end == nil {
            let isSomething = try receive { message in
                guard message.sequence == asked else {
                    if message.sequence == 0 { take(message) }
                    return
                }
                if message.isInterrupted { isWhole = false }
                if message.isDone {
                    // The end of a list carries an errno as well.
                    end = end ?? message.payload.value(Int32.self).map { $0 == .min ? .max : -$0 } ?? 0
                } else if let error = message.error {
                    end = end ?? error
                } else {
                    take(message)
                }
            }
            if end == nil { try wait(until: deadline, isSomething: isSomething) }
        }
        if let end, end != 0 { throw .system(end) }
        return isWhole
    }

    private func send(_ type: UInt16, _ request: [UInt8], flags: Int32) throws(NetlinkFailure) {
        // A request is a header and a few words: far below the buffer.
        guard request.count <= 1_024, let header = mnl_nlmsg_put_header(buffer.baseAddress) else {
            throw .system(EMSGSIZE)
        }
        header.pointee.nlmsg_type = type
        header.pointee.nlmsg_flags = UInt16(truncatingIfNeeded: flags)
        header.pointee.nlmsg_seq = sequence
        mnl_nlmsg_put_extra_header(header, request.count)?.copyMemory(from: request, byteCount: request.count)
        guard mnl_socket_sendto(handle, header, Int(header.pointee.nlmsg_len)) >= 0 else { throw .system(errno) }
    }

    /// Reads what lies ready and calls `take` with each message of it; false when nothing lay ready.
    ///
    /// Throws `overrun` when the kernel had to drop messages, or one did not fit.
    mutating func receive(_ take: (NetlinkMessage) -> Void) throws(NetlinkFailure) -> Bool {
        for _ in 0..<Self.foreignLimit {
            var sender = sockaddr_nl()
            var length = socklen_t(MemoryLayout.size(ofValue: sender))
            let got = withUnsafeMutablePointer(to: &sender) { sender in
                // `recvfrom` takes every family's address under the name of the general one.
                sender.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    recvfrom(
                        descriptor, buffer.baseAddress, buffer.count, Int32(MSG_TRUNC), address, &length)
                }
            }
            if got < 0 {
                switch errno {
                case EINTR: continue
                case EAGAIN: return false
                case ENOBUFS: throw .overrun
                default: throw .system(errno)
                }
            }
            guard got <= buffer.count else { throw .overrun }
            // Other programs can write to this socket as well; the kernel's port is 0.
            guard sender.nl_pid == 0, length == MemoryLayout.size(ofValue: sender) else { continue }
            NetlinkMessage.forEach(in: UnsafeRawBufferPointer(rebasing: buffer[..<got]), take)
            return true
        }
        return true
    }

    /// Waits for something to read, unless there just was something: then it only looks at the time.
    private borrowing func wait(until deadline: Int64, isSomething: Bool) throws(NetlinkFailure) {
        let left = deadline - Self.now
        guard left > 0 else { throw .silent }
        if isSomething { return }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, Int32(clamping: left))
    }

    /// Monotonic milliseconds.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
