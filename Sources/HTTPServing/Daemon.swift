import CMicroHTTPD
import Glibc

/// The library's server; the one owner of it, of its listening socket and of the memory that its options point to.
///
/// `@unchecked Sendable`: the library's functions that are called here may be called from any thread.
struct Daemon: @unchecked Sendable {
    private let raw: OpaquePointer
    private let core: Unmanaged<ServerCore>
    private let listener: Listener
    private let texts: [UnsafeMutablePointer<CChar>]

    /// Starts the library's threads; `listener` belongs to it from now on, whether it throws or not.
    init(_ core: ServerCore, _ options: ServerOptions, _ listener: Listener) throws(ServerFailure) {
        let context = Unmanaged.passRetained(core)
        self.core = context
        self.listener = listener
        var items = Self.items(options, listener, context.toOpaque())
        var flags =
            MHD_USE_EPOLL.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue | MHD_USE_ITC.rawValue
            | MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_TURBO.rawValue
        var texts: [UnsafeMutablePointer<CChar>] = []
        if let certificate = options.certificate {
            flags |= MHD_USE_TLS.rawValue
            for (option, text) in [
                (MHD_OPTION.HTTPS_MEM_CERT, certificate.chain), (.HTTPS_MEM_KEY, certificate.key),
            ] {
                guard let copy = strdup(text) else { continue }
                texts.append(copy)
                items.append(MHD_OptionItem(option: option, value: 0, ptr_value: copy))
            }
        }
        self.texts = texts
        items.append(MHD_OptionItem(option: .END, value: 0, ptr_value: nil))
        guard let raw = cmhd_start(flags, Callbacks.handle, context.toOpaque(), &items) else {
            // The library closes a listening socket only once it runs.
            close(listener.descriptor)
            context.release()
            for text in texts { free(text) }
            throw .cannotStart(
                reason: options.certificate == nil
                    ? "the system gives no more threads or descriptors"
                    : "the certificate and its key are not a pair of PEM texts that it can use")
        }
        self.raw = raw
    }

    /// Accepts no further connection.
    func quiesce() { _ = MHD_quiesce_daemon(raw) }

    /// Closes every connection and ends the threads; nothing may be suspended, and it is the last call.
    func stop() {
        MHD_stop_daemon(raw)
        close(listener.descriptor)
        core.release()
        for text in texts { free(text) }
    }

    private static func items(
        _ options: ServerOptions, _ listener: Listener, _ context: UnsafeMutableRawPointer
    ) -> [MHD_OptionItem] {
        func number(_ option: MHD_OPTION, _ value: Int) -> MHD_OptionItem {
            MHD_OptionItem(option: option, value: value, ptr_value: nil)
        }
        func callback<Function>(_ option: MHD_OPTION, _ function: Function) -> MHD_OptionItem {
            MHD_OptionItem(option: option, value: unsafeBitCast(function, to: Int.self), ptr_value: context)
        }
        var items = [
            number(.LISTEN_SOCKET, Int(listener.descriptor)),
            number(.CONNECTION_LIMIT, options.connectionLimit),
            number(.CONNECTION_MEMORY_LIMIT, options.connectionMemory),
            number(.CONNECTION_TIMEOUT, options.idleTimeout),
            callback(.URI_LOG_CALLBACK, Callbacks.begin),
            callback(.UNESCAPE_CALLBACK, Callbacks.leaveEscaped),
            callback(.NOTIFY_COMPLETED, Callbacks.end),
            callback(.NOTIFY_CONNECTION, Callbacks.connection),
        ]
        if options.serverThreads > 1 { items.append(number(.THREAD_POOL_SIZE, options.serverThreads)) }
        return items
    }
}
