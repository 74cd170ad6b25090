import Evidence
import History
import TransportStream

extension HistorySnapshot {
    /// Whether every packet that holds some of a unit arrived itself, before its window closed (definitions D5).
    func isReceived(_ placed: PlacedUnit) -> Bool {
        let unit = placed.unit
        if unit.flags.contains(.damaged) { return false }
        var hasRebuilt = false
        media.forEachPacket(from: unit.start.packet, upTo: MediaID(serial: unit.last.packet.serial &+ 1)) { _, packet in
            if packet.kind == .recovered { hasRebuilt = true }
        }
        guard hasRebuilt else { return true }
        // What was rebuilt may belong to other tracks.
        let chunk = self[placed.chunk]
        func isRebuilt(_ packet: MediaID) -> Bool { media.contains(packet) && media[packet].kind == .recovered }
        return !isRebuilt(unit.start.packet) && !unit.ranges.contains { isRebuilt(chunk.ranges[$0].packet) }
    }
}
