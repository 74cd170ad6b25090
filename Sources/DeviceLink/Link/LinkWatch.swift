import CSockets
import Dispatch
import Foundation
import Glibc
import PacketIO

/// The thread that follows a machine's interfaces.
///
/// `@unchecked Sendable`: the reader and the table are the thread's own from `start()` on, and the maker's before.
final class LinkWatch: @unchecked Sendable {
    /// How long it waits before it asks again a kernel that did not tell, in milliseconds.
    private static let retryMs: Int32 = 1_000

    /// The link when the watch began.
    let first: LinkStatus
    private let interface: String?
    private let tell: @Sendable (LinkWatch, LinkStatus) -> Void
    private let wake: Int32
    private let ended = DispatchGroup()
    private let ending = Ending()
    private var reader: LinkReader?
    private var table: LinkTable?
    private var last: LinkStatus

    /// Whether the thread is to end, and which one it is.
    private final class Ending: Sendable {
        private let state = Guarded<(isAsked: Bool, thread: pthread_t?)>((false, nil))
        var isAsked: Bool { state.withLock { $0.isAsked } }
        func ask() { state.withLock { $0.isAsked = true } }
        func runs() { state.withLock { $0.thread = pthread_self() } }
        var isOwnThread: Bool { state.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }
    }

    /// Looks at `interface`, or at any; `assumed` is the link while the kernel does not tell.
    init(
        _ interface: String?, assuming assumed: LinkStatus, _ tell: @escaping @Sendable (LinkWatch, LinkStatus) -> Void
    ) {
        self.interface = interface
        self.tell = tell
        wake = csockets_event_make()
        do {
            let reader = try LinkReader(followsChanges: true)
            let table = try reader.table()
            self.reader = reader
            self.table = table
            last = table.status(of: interface)
        } catch {
            last = assumed
        }
        first = last
    }

    deinit { if wake >= 0 { close(wake) } }

    /// Begins to follow.
    func start() {
        ended.enter()
        let thread = Thread { [self] in
            ending.runs()
            while !ending.isAsked { step() }
            reader = nil
            ended.leave()
        }
        thread.name = "link"
        thread.start()
    }

    /// Ends the thread, and waits until it has, unless this is it.
    func end() {
        ending.ask()
        csockets_event_raise(wake)
        if !ending.isOwnThread { ended.wait() }
    }

    /// Waits for something to happen, and tells what changed.
    private func step() {
        guard let reader else {
            wait(Self.retryMs)
            if !ending.isAsked { renew() }
            return
        }
        wait(-1)
        if ending.isAsked { return }
        do {
            try reader.changes { change in
                table?.take(change)
                settle()
            }
        } catch .overrun {
            renew()
        } catch {
            self.reader = nil
        }
    }

    /// Waits until the kernel tells something, the watch is to end, or some milliseconds have passed.
    private func wait(_ milliseconds: Int32) {
        var waiting = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
        if let reader { waiting.append(pollfd(fd: reader.descriptor, events: Int16(POLLIN), revents: 0)) }
        // Without the means to be woken it looks again and again.
        _ = poll(&waiting, nfds_t(waiting.count), wake < 0 ? 100 : milliseconds)
    }

    /// Asks for everything again: changes were lost, or could not be followed so far.
    private func renew() {
        do {
            let reader = try reader ?? LinkReader(followsChanges: true)
            let table = try reader.table()
            let before = interface.flatMap { self.table?.index(of: $0) }
            let now = interface.flatMap { table.index(of: $0) }
            self.reader = reader
            self.table = table
            if let before, let now, before != now { tell(LinkStatus(interface: interface, trouble: .missing)) }
            settle()
        } catch {
            reader = nil
        }
    }

    /// Tells the link as the table has it.
    private func settle() {
        if let table { tell(table.status(of: interface)) }
    }

    private func tell(_ status: LinkStatus) {
        guard status != last else { return }
        last = status
        tell(self, status)
    }
}
