import Bytes

/// What became of the windows of one channel, worked out by hand from its datagrams: Reed-Solomon windows whose packets say which
/// window they belong to.
///
/// A window is closed when all its sources have come, or by the first source of the window two behind it (definitions B1).
/// Times are nanoseconds.
struct WindowTally: Sendable {
    private struct Window {
        var k: Int
        var sources: Set<UInt8> = []
        var repairs: Set<UInt8> = []
        var closed: Int64?
    }

    /// Repair packets that every window is announced to have.
    let repairs: Int
    private var windows: [Int: Window] = [:]
    private var newest: Int?
    private var lastSource: Int64?

    /// Of a channel with so many repair packets a window.
    init(repairs: Int) { self.repairs = repairs }

    /// Windows that lost something, and how many of those received no more repair packets than could help.
    var losses: (lossy: Int, failed: Int) {
        let lossy = windows.values.filter { $0.closed != nil && $0.sources.count < $0.k }
        return (lossy.count, lossy.count { $0.repairs.count < $0.k - $0.sources.count })
    }

    /// Takes a source datagram, behind which the window's number (24 bits), the packet's (8) and k (16) stand, or a repair
    /// datagram, before which they stand.
    mutating func take(_ payload: RawSpan, isRepair: Bool, at time: Int64) {
        guard payload.byteCount > 6 else { return }
        let start = isRepair ? 0 : payload.byteCount - 6
        let bytes = payload.extracting(start..<(start + 6)).copied
        let number = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
        let k = Int(bytes[4]) << 8 | Int(bytes[5])
        if !isRepair { lastSource = time }
        guard isRepair else { return takeSource(bytes[3], of: number, k, at: time) }
        if windows[number]?.closed == nil { windows[number, default: Window(k: k)].repairs.insert(bytes[3]) }
    }

    private mutating func takeSource(_ symbol: UInt8, of number: Int, _ k: Int, at time: Int64) {
        // Windows of which nothing came have their numbers and their length all the same.
        for missing in (newest ?? number)...max(number, newest ?? number) where windows[missing] == nil {
            windows[missing] = Window(k: k)
        }
        newest = max(number, newest ?? number)
        for (earlier, window) in windows where window.closed == nil && earlier <= number - 2 {
            windows[earlier]?.closed = time
        }
        guard windows[number]?.closed == nil else { return }
        windows[number]?.sources.insert(symbol)
        if windows[number]?.sources.count == k { windows[number]?.closed = time }
    }

    /// The link indicator at a whole second, by the formula of SDK semantics 3.3 and definitions B7:
    /// ⌊10·(1−F)⁸·(1−0.5·S) + 0.5⌋ over the windows closed in the ten seconds before.
    func indicator(at second: Int64) -> Int {
        let now = second * 1_000_000_000
        guard let lastSource, now - lastSource < 1_000_000_000 else { return 0 }
        var all = 0.0
        var failed = 0.0
        var spent = 0.0
        for window in windows.values {
            guard let closed = window.closed, closed > now - 10_000_000_000, closed <= now else { continue }
            let k = Double(window.k)
            let missing = window.k - window.sources.count
            all += k
            if missing > window.repairs.count {
                failed += k
            } else if missing > 0 {
                spent += k * min(1, Double(missing) / Double(repairs))
            }
        }
        guard all > 0 else { return 0 }
        let whole = 1 - failed / all
        let fourth = whole * whole * whole * whole
        return Int((10 * fourth * fourth * (1 - 0.5 * (spent / all)) + 0.5).rounded(.down))
    }
}

extension RawSpan {
    fileprivate var copied: [UInt8] { withUnsafeBytes { Array($0) } }
}
