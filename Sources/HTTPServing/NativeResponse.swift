import Bytes
import CMicroHTTPD

/// The library's response; the one owner of a reference to it.
///
/// `@unchecked Sendable`: the library counts references to a response under a lock of its own, and nothing else of it
/// changes once it is made.
struct NativeResponse: ~Copyable, @unchecked Sendable {
    private let raw: OpaquePointer

    /// How much of a body in pieces is gathered at once.
    static let block = 128 * 1024

    /// No body.
    init?(headers: [Header]) {
        guard let made = Self.with(headers, MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)) else {
            return nil
        }
        raw = made
    }

    /// A copy of `bytes`.
    init?(copying bytes: [UInt8], headers: [Header]) {
        let made = bytes.withUnsafeBytes { bytes in
            MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
        }
        guard let complete = Self.with(headers, made) else { return nil }
        raw = complete
    }

    /// What a response of one piece needs until it has been sent.
    private final class Held: Sendable {
        let slab: Slab
        let lease: (any AnyObject & Sendable)?

        init(_ slab: Slab, _ lease: (any AnyObject & Sendable)?) {
            self.slab = slab
            self.lease = lease
        }
    }

    /// Bytes of a slab, which lives as long as anybody is sent some of them, and so does `lease`.
    init?(_ piece: SlabSlice, lease: (any AnyObject & Sendable)? = nil, headers: [Header]) {
        let held = Unmanaged.passRetained(Held(piece.slab, lease))
        let made = piece.slab.bytes(in: piece.range).withUnsafeBytes { bytes in
            MHD_create_response_from_buffer_with_free_callback_cls(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                { context in if let context { Unmanaged<Held>.fromOpaque(context).release() } }, held.toOpaque())
        }
        guard let made else {
            held.release()
            return nil
        }
        guard let complete = Self.with(headers, made) else { return nil }
        raw = complete
    }

    /// Some of the bytes in pieces, gathered block by block; `lease` lives until they are sent.
    init?(_ list: SliceList, _ range: Range<Int>, lease: (any AnyObject & Sendable)? = nil, headers: [Header]) {
        self.init(
            source: SliceSource(list, range, lease), count: UInt64(range.count),
            block: min(Self.block, max(1, range.count)), headers: headers)
    }

    /// Some of the bytes of an open file, read block by block.
    init?(_ file: FileSource, _ range: Range<Int>, headers: [Header]) {
        self.init(
            source: file, count: UInt64(range.count), block: min(Self.block, max(1, range.count)),
            headers: headers)
    }

    /// Bytes that come while they are sent.
    init?(_ source: StreamSource, headers: [Header]) {
        self.init(source: source, count: cmhd_size_unknown, block: Self.block, headers: headers)
    }

    private init?(source: BodySource, count: UInt64, block: Int, headers: [Header]) {
        let context = Unmanaged.passRetained(source)
        let made = MHD_create_response_from_callback(
            count, block,
            { context, position, room, capacity in
                guard let context, let room else { return cmhd_end_with_error }
                return Unmanaged<BodySource>.fromOpaque(context).takeUnretainedValue().read(
                    at: position, into: UnsafeMutableRawBufferPointer(start: room, count: capacity))
            }, context.toOpaque(), { context in if let context { Unmanaged<BodySource>.fromOpaque(context).release() } }
        )
        guard let made else {
            context.release()
            return nil
        }
        guard let complete = Self.with(headers, made) else { return nil }
        raw = complete
    }

    deinit { MHD_destroy_response(raw) }

    /// Hands the response to a connection; false when the library refuses it.
    func queue(_ status: Int, to connection: ConnectionHandle) -> Bool {
        MHD_queue_response(connection.raw, UInt32(truncatingIfNeeded: status), raw) == .YES
    }

    /// `made` with its header fields; nil, and nothing is left of it, when one of them is none.
    private static func with(_ headers: [Header], _ made: OpaquePointer?) -> OpaquePointer? {
        guard let made else { return nil }
        if headers.allSatisfy({ MHD_add_response_header(made, $0.name, $0.value) == .YES }) { return made }
        MHD_destroy_response(made)
        return nil
    }
}

/// A connection of the library, whose threads alone use it, and others only while it is suspended.
struct ConnectionHandle: @unchecked Sendable {
    let raw: OpaquePointer
}
