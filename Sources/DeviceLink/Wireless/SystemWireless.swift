import CMNL
import Glibc
import PacketIO

/// The Wi-Fi of this machine as its kernel tells it: by nl80211, and what that leaves open by `/proc/net/wireless`.
///
/// Without Wi-Fi, or without the kernel's word, every fact is nil.
public final class SystemWireless: WirelessSource {
    /// How long an answer counts as new, in milliseconds.
    private static let freshMs: Int64 = 1_000

    /// The interface that is asked about; nil for the one that is connected.
    public let interface: String?
    private let path: String
    private let now: @Sendable () -> Int64
    private let last = Guarded<(at: Int64, facts: WirelessFacts)?>(nil)

    /// The Wi-Fi of `interface`, or of the wireless interface that is connected.
    public convenience init(interface: String? = nil) {
        // The calling thread's network, which need not be the process's.
        self.init(interface: interface, reading: "/proc/thread-self/net/wireless") {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        }
    }

    /// The same with another table, and another clock of monotonic milliseconds.
    package init(interface: String?, reading path: String, now: @escaping @Sendable () -> Int64) {
        self.interface = interface
        self.path = path
        self.now = now
    }

    /// What is known now; one who asks again within a second gets the same answer.
    public var facts: WirelessFacts {
        last.withLock { last in
            let time = now()
            if let last, time - last.at < Self.freshMs { return last.facts }
            let facts = asked()
            last = (time, facts)
            return facts
        }
    }

    private func asked() -> WirelessFacts {
        var facts = WirelessFacts()
        if var questions = try? WirelessQuestions() { facts = questions.report(on: interface).facts }
        guard let text = table(), let told = WirelessTable.facts(in: text, about: facts.interface ?? interface) else {
            return facts
        }
        facts.interface = facts.interface ?? told.interface
        facts.signalDbm = facts.signalDbm ?? told.signalDbm
        facts.noiseDbm = facts.noiseDbm ?? told.noiseDbm
        facts.quality = told.quality
        return facts
    }

    private func table() -> String? {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: WirelessTable.sizeLimit)
        var length = 0
        while length < bytes.count {
            let got = bytes.withUnsafeMutableBytes {
                read(file, $0.baseAddress?.advanced(by: length), $0.count - length)
            }
            guard got > 0 else { break }
            length += got
        }
        return String(decoding: bytes[..<length], as: UTF8.self)
    }
}
