import DeviceLink
import Foundation
import PacketIO
import TestSupport
import Testing

/// In network namespaces of their own, with `ip` of iproute2.
@Suite("The machine's own link", .enabled(if: Namespace.isPossible, "network namespaces need privileges"))
struct NetlinkLinkTests {
    /// What was told, in order.
    final class Log: Sendable {
        private let told = Guarded<[LinkStatus.Trouble?]>([])

        func add(_ status: LinkStatus) { told.withLock { $0.append(status.trouble) } }

        /// Takes all that was told.
        var all: [LinkStatus.Trouble?] {
            told.withLock { told in
                defer { told = [] }
                return told
            }
        }

        /// Waits until the newest word is `trouble`, then takes all of them.
        func until(_ trouble: LinkStatus.Trouble?) -> [LinkStatus.Trouble?] {
            for _ in 0..<1_000 {
                if let last = told.withLock({ $0.last }), last == trouble { break }
                usleep(5_000)
            }
            return all
        }
    }

    @Test("3.18: carrier, address, switch, removal, return and renaming of an interface are told as they come")
    func life() throws {
        try Namespace.run {
            let link = NetlinkLink(interface: "svm0")
            let log = Log()
            #expect(link.status == LinkStatus(interface: "svm0", trouble: .missing))
            let following = link.follow { log.add($0) }
            try Namespace.ip("link add svm0 type veth peer name peer0")
            #expect(log.until(.disabled) == [.disabled])
            try Namespace.ip("link set svm0 up")
            #expect(log.until(.notConnected) == [.notConnected])
            try Namespace.ip("link set peer0 up")
            #expect(log.until(.noAddress) == [.noAddress])
            try Namespace.ip("addr add 10.77.0.1/24 dev svm0")
            #expect(log.until(nil) == [nil])
            #expect(link.status.isUp)
            // The cable is pulled at the other end.
            try Namespace.ip("link set peer0 down")
            #expect(log.until(.notConnected) == [.notConnected])
            try Namespace.ip("link set peer0 up")
            #expect(log.until(nil) == [nil])
            try Namespace.ip("addr del 10.77.0.1/24 dev svm0")
            #expect(log.until(.noAddress) == [.noAddress])
            try Namespace.ip("addr add 10.77.0.2/24 dev svm0")
            #expect(log.until(nil) == [nil])
            try Namespace.ip("link set svm0 down")
            #expect(log.until(.disabled).last == .disabled)
            try Namespace.ip("link set svm0 up")
            #expect(log.until(nil).last == .some(nil))
            try Namespace.ip("link del svm0")
            #expect(log.until(.missing).last == .missing)
            // Another one, of the same name.
            try Namespace.ip("link add other0 type veth peer name peer0")
            try Namespace.ip("addr add 10.77.0.3/24 dev other0")
            try Namespace.ip("link set other0 up")
            try Namespace.ip("link set peer0 up")
            #expect(link.status.trouble == .missing)
            try Namespace.ip("link set other0 down")
            try Namespace.ip("link set other0 name svm0")
            try Namespace.ip("link set svm0 up")
            #expect(log.until(nil).last == .some(nil))
            following.cancel()
            try Namespace.ip("link set svm0 down")
            usleep(50_000)
            #expect(log.all.isEmpty)
            #expect(link.status == LinkStatus(interface: "svm0", trouble: .disabled))
        }
    }

    @Test("any interface will do but the loopback interface, which is there for who names it")
    func any() throws {
        try Namespace.run {
            #expect(NetlinkLink().status == LinkStatus(trouble: .missing))
            #expect(NetlinkLink(interface: "lo").status == LinkStatus(interface: "lo"))
            let link = NetlinkLink()
            let log = Log()
            let following = link.follow { log.add($0) }
            try Namespace.ip("link add svm0 type veth peer name peer0")
            try Namespace.ip("link set svm0 up")
            try Namespace.ip("link set peer0 up")
            try Namespace.ip("addr add 10.77.0.1/24 dev svm0")
            #expect(log.until(nil).last == .some(nil))
            try Namespace.ip("link del svm0")
            #expect(log.until(.missing).last == .missing)
            following.cancel()
        }
    }

    @Test(
        "more changes than the kernel keeps for a slow listener end in the right word, and a new interface is told of")
    func overrun() throws {
        try Namespace.run {
            try Namespace.ip("link add svm0 type veth peer name peer0")
            try Namespace.ip("link set peer0 up")
            try Namespace.ip("addr add 10.77.0.1/24 dev svm0")
            try Namespace.ip("link set svm0 up")
            let link = NetlinkLink(interface: "svm0")
            // The kernel tells of a carrier a moment after it is there.
            for _ in 0..<1_000 where !link.status.isUp { usleep(5_000) }
            let log = Log()
            let hold = DispatchSemaphore(value: 0)
            let held = Guarded(false)
            let following = link.follow { status in
                log.add(status)
                // The first word holds the listener until the kernel's queue has run over.
                if held.withLock({ held in
                    held
                        ? false
                        : {
                            held = true
                            return true
                        }()
                }) {
                    hold.wait()
                }
            }
            #expect(link.status.isUp)
            try Namespace.ip("link set peer0 down")
            #expect(log.until(.notConnected) == [.notConnected])
            let batch = FileManager.default.temporaryDirectory.appendingPathComponent("svm-link-\(getpid())").path
            let lines = (0..<4_000).map { "addr \($0 % 2 == 0 ? "add" : "del") 10.78.0.1/24 dev peer0" }
            try lines.joined(separator: "\n").write(toFile: batch, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(atPath: batch) }
            try Namespace.ip("-batch \(batch)")
            try Namespace.ip("link del svm0")
            try Namespace.ip("link add svm0 type veth peer name peer0")
            try Namespace.ip("link set peer0 up")
            try Namespace.ip("addr add 10.77.0.1/24 dev svm0")
            try Namespace.ip("link set svm0 up")
            hold.signal()
            #expect(log.until(nil).last == .some(nil))
            following.cancel()
        }
    }

    @Test("2 000 followers who come and go leave no descriptor and no thread")
    func leaks() throws {
        try Namespace.run {
            let link = NetlinkLink(interface: "lo")
            func follow() { link.follow { _ in }.cancel() }
            for _ in 0..<10 { follow() }
            let before = Self.usage()
            for _ in 0..<2_000 { follow() }
            // A thread that was waited for is still on its last steps for a moment.
            for _ in 0..<200 where Self.usage().threads > before.threads { usleep(5_000) }
            let after = Self.usage()
            // Other tests run beside this one and have theirs: a leak would be of thousands.
            #expect(after.descriptors < before.descriptors + 200)
            #expect(after.threads < before.threads + 200)
        }
    }

    @Test("a follower may end its own following, and the link may go with it")
    func ownThread() throws {
        try Namespace.run {
            let box = Guarded<(any LinkFollowing)?>(nil)
            let told = DispatchSemaphore(value: 0)
            let following = NetlinkLink(interface: "svm0").follow { _ in
                let own = box.withLock { $0.take() }
                own?.cancel()
                told.signal()
            }
            box.withLock { $0 = following }
            try Namespace.ip("link add svm0 type veth peer name peer0")
            #expect(told.wait(timeout: .now() + 5) == .success)
            try Namespace.ip("link set svm0 up")
            #expect(told.wait(timeout: .now() + 0.05) == .timedOut)
        }
    }

    private static func usage() -> (descriptors: Int, threads: Int) {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
        return (files, threads)
    }
}
