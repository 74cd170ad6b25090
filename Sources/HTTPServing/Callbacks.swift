import CMicroHTTPD
import Glibc

/// What the library calls on its own threads; each goes straight to an object.
enum Callbacks {
    /// A connection begins or ends.
    static let connection: MHD_NotifyConnectionCallback = { context, connection, kept, event in
        guard let context, let connection, let kept else { return }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        switch event {
        case .CONNECTION_NOTIFY_STARTED:
            let record = ConnectionRecord(
                descriptor: cmhd_descriptor(connection), remote: ConnectionRecord.text(of: cmhd_peer(connection)),
                deadline: .now + core.limits.headDeadline)
            core.limits.apply(to: record.descriptor)
            core.connections.add(record)
            kept.pointee = Unmanaged.passRetained(record).toOpaque()
        case .CONNECTION_NOTIFY_CLOSED:
            guard let pointer = kept.pointee else { return }
            kept.pointee = nil
            core.connections.remove(Unmanaged<ConnectionRecord>.fromOpaque(pointer).takeRetainedValue())
        }
    }

    /// The first line of a request has come; what is returned stands beside the request until its end.
    static let begin:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
        ) -> UnsafeMutableRawPointer? = { context, target, connection in
            guard let context, let connection, let kept = cmhd_socket_context(connection) else { return nil }
            let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
            let record = Unmanaged<ConnectionRecord>.fromOpaque(kept).takeUnretainedValue()
            let bytes = target.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
            let exchange = Exchange(
                core: core, record: record, target: bytes, handle: ConnectionHandle(raw: connection))
            return Unmanaged.passRetained(exchange).toOpaque()
        }

    /// Paths stay as they were sent: each part is decoded once, by us.
    static let leaveEscaped:
        @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int = { _, _, text in
            text.map { strlen($0) } ?? 0
        }

    /// The head is there, or a piece of the body, or everything, or a sleep is over.
    static let handle: MHD_AccessHandlerCallback = { _, _, path, method, version, bytes, count, kept in
        guard let pointer = kept?.pointee, let count, let method, let path, let version else { return .NO }
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        if !exchange.hasHead {
            return exchange.takeHead(method: method, bytesBeforeVersion: version - path) ? .YES : .NO
        }
        guard count.pointee > 0 else { return exchange.answer() ? .YES : .NO }
        let piece = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
        count.pointee = 0
        return exchange.takeBody(piece) ? .YES : .NO
    }

    /// The library has done with a request.
    static let end: MHD_RequestCompletedCallback = { _, _, kept, reason in
        guard let pointer = kept?.pointee else { return }
        kept?.pointee = nil
        Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue().end(reason == .REQUEST_TERMINATED_COMPLETED_OK)
    }
}
