import Quality
import Testing

@Suite("Service state")
struct ServiceStateTests {
    struct Row: Sendable {
        var isRunning: Bool
        var isLinkUp: Bool
        var hasChannels: Bool
        var isPoor: Bool
        /// The bits, from sdk-semantics 3.5: SDKNotRunning 1, WiFiDown 2, NoChannels 4, PoorQuality 8.
        var bits: UInt
    }

    /// While it is not running, or the Wi-Fi down, the other bits are not evaluated (3.5).
    static let rows: [Row] = [
        Row(isRunning: false, isLinkUp: true, hasChannels: true, isPoor: false, bits: 1),
        Row(isRunning: false, isLinkUp: false, hasChannels: false, isPoor: true, bits: 1),
        Row(isRunning: true, isLinkUp: false, hasChannels: false, isPoor: true, bits: 2),
        Row(isRunning: true, isLinkUp: false, hasChannels: true, isPoor: false, bits: 2),
        Row(isRunning: true, isLinkUp: true, hasChannels: false, isPoor: false, bits: 4),
        Row(isRunning: true, isLinkUp: true, hasChannels: true, isPoor: true, bits: 8),
        Row(isRunning: true, isLinkUp: true, hasChannels: false, isPoor: true, bits: 12),
        Row(isRunning: true, isLinkUp: true, hasChannels: true, isPoor: false, bits: 0),
    ]

    @Test("B2, B5, 3.5: is down for every reason, with its bit", arguments: rows)
    func bits(_ row: Row) {
        let state = ServiceState(
            isRunning: row.isRunning, isLinkUp: row.isLinkUp, hasChannels: row.hasChannels,
            hasPoorQuality: row.isPoor)
        #expect(state.reasons.rawValue == row.bits)
        #expect(state.isUp == (row.bits == 0))
    }
}
