import CCurl
import PacketIO

/// Ends the exchanges of a ``WebTransfer`` from any thread.
///
/// `@unchecked Sendable`: the handle is touched under the lock only, by the one call that libcurl allows to other threads,
/// and not once its owner has closed it.
package final class WebTransferStopper: @unchecked Sendable {
    private struct State {
        var isStopped = false
        var isClosed = false
    }

    private let handle: OpaquePointer
    private let state = Guarded(State())

    init(_ handle: UnsafeMutableRawPointer) { self.handle = OpaquePointer(handle) }

    /// Whether it was told to stop.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Ends the exchange that runs at once, and every later one.
    package func stop() {
        state.withLock { state in
            state.isStopped = true
            if !state.isClosed { curl_multi_wakeup(UnsafeMutableRawPointer(handle)) }
        }
    }

    /// The handle goes.
    func close() { state.withLock { $0.isClosed = true } }
}
