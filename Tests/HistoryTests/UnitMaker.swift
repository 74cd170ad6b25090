import Evidence
import NetworkFormats
import Timing
import TransportStream

/// Access units made by hand, as an analyzer would tell them.
enum UnitMaker {
    /// A picture of the lead, 25 a second; `arrival` in milliseconds.
    static func picture(
        pts: Int64, arrival: Int64, isPoint: Bool = false, timeBase: UInt32 = 0, size: Int = 1_000, packet: UInt64 = 0
    ) -> AccessUnit {
        unit(
            track: 0, pts: pts, arrival: arrival, isPoint: isPoint, timeBase: timeBase, size: size, packet: packet,
            [.lead])
    }

    /// An audio unit.
    static func sound(pts: Int64, arrival: Int64, timeBase: UInt32 = 0, packet: UInt64 = 0) -> AccessUnit {
        unit(track: 1, pts: pts, arrival: arrival, isPoint: true, timeBase: timeBase, size: 100, packet: packet, [])
    }

    private static func unit(
        track: Int, pts: Int64, arrival: Int64, isPoint: Bool, timeBase: UInt32, size: Int, packet: UInt64,
        _ flags: AccessUnitFlags
    ) -> AccessUnit {
        AccessUnit(
            track: track, program: 1, timeBase: timeBase, pts: pts, dts: pts,
            randomAccess: isPoint ? .instantaneousRefresh : nil, flags: flags, size: size,
            completed: Moment(time: StreamTime(nanoseconds: arrival * 1_000_000), ordinal: packet + 1),
            start: MediaPosition(packet: MediaID(serial: packet), offset: 0),
            last: MediaPosition(packet: MediaID(serial: packet + 2), offset: 188))
    }
}

extension StreamTime {
    init(milliseconds: Int64) { self.init(nanoseconds: milliseconds * 1_000_000) }

    var milliseconds: Double { Double(nanoseconds) / 1e6 }
}
