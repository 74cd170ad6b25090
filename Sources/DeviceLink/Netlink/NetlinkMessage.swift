import CMNL
import Glibc

/// One message of the kernel.
///
/// It is good as long as the bytes that it was found in.
struct NetlinkMessage {
    /// What it tells.
    var type: UInt16
    /// NLM_F_….
    var flags: UInt16
    /// The number of the question that it answers; 0 when nobody asked.
    var sequence: UInt32
    /// What stands behind its header.
    var payload: UnsafeRawBufferPointer

    /// Bytes of the header (`struct nlmsghdr` of linux/netlink.h).
    static let headerLength = 16

    /// Calls `body` with each whole message of `bytes`, which begin at a multiple of four, as buffers of `NetlinkSocket` do;
    /// what is cut or of an impossible length ends the walk.
    static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (NetlinkMessage) -> Void) {
        guard var place = bytes.baseAddress, UInt(bitPattern: place) % 4 == 0 else { return }
        var left = Int32(clamping: bytes.count)
        while true {
            // The library's pointers are of its headers' types; every byte of the header lies within `bytes`, which it checks
            // before it reads one.
            let header = place.assumingMemoryBound(to: nlmsghdr.self)
            // It compares lengths as signed numbers: one of 2³¹ and more would pass.
            guard mnl_nlmsg_ok(header, left), header.pointee.nlmsg_len <= UInt32(clamping: left) else { return }
            body(
                NetlinkMessage(
                    type: header.pointee.nlmsg_type, flags: header.pointee.nlmsg_flags,
                    sequence: header.pointee.nlmsg_seq,
                    payload: UnsafeRawBufferPointer(
                        start: mnl_nlmsg_get_payload(header), count: mnl_nlmsg_get_payload_len(header))))
            place = UnsafeRawPointer(mnl_nlmsg_next(header, &left))
        }
    }

    /// The error that the message reports; nil when it reports none, 0 for an acknowledgement.
    var error: Int32? {
        guard Int32(type) == NLMSG_ERROR else { return nil }
        // `struct nlmsgerr` begins with a negative errno.
        return payload.value(Int32.self).map { $0 == .min ? .max : -$0 } ?? EBADMSG
    }

    /// Whether it ends the answer to a question for many.
    var isDone: Bool { Int32(type) == NLMSG_DONE }
    /// Whether what it belongs to changed while it was told, so that the answer may be incomplete.
    var isInterrupted: Bool { Int32(flags) & NLM_F_DUMP_INTR != 0 }
}
