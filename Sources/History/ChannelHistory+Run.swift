import NetworkFormats
import Timing
import TransportStream

extension ChannelHistory {
    /// What is known of a run.
    struct Run: Sendable {
        var number: Int
        var program: UInt16
        var lead: Int
        var timeBase: UInt32
        var clock: PictureClock
        /// The last unit's DTS and when it was complete, and the step to it for the duration of the newest picture.
        var lastDTS: Int64
        var lastTime: StreamTime
        var step: Int64 = 0
        /// The end of the latest picture, in time stamps.
        var latestEnd: Int64
        /// Chunks of the run among `recent` whose picture times are not final.
        var recentChunks = 0

        init(number: Int, _ unit: AccessUnit) {
            self.number = number
            program = unit.program
            lead = unit.track
            timeBase = unit.timeBase
            clock = PictureClock(pts: unit.pts, completed: unit.completed.time)
            lastDTS = unit.dts
            lastTime = unit.completed.time
            latestEnd = unit.pts
        }

        /// A run behind `previous`: with its clock, when the map only named another track to carry picture time (definitions A7
        /// knows one offset for a time base).
        init(behind previous: Run?, _ unit: AccessUnit) {
            self.init(number: (previous?.number ?? -1) + 1, unit)
            guard let previous, previous.clock.isSettled, previous.keepsTime(unit) else { return }
            clock = PictureClock(continuing: previous.clock, from: unit.completed.time)
            clock.take(
                pts: unit.pts, completed: unit.completed.time, isRandomAccessPoint: unit.randomAccess != nil)
        }

        /// Whether a unit of the lead goes on with it: one wild time stamp must not carry the live edge away for hours.
        func goesOn(with unit: AccessUnit) -> Bool {
            unit.track == lead && keepsTime(unit)
        }

        /// Whether a unit has its time base, and its time stamps agree with stream time.
        private func keepsTime(_ unit: AccessUnit) -> Bool {
            guard unit.timeBase == timeBase, unit.program == program else { return false }
            let step = StreamDuration(nanoseconds: PictureClock.nanoseconds(unit.dts &- lastDTS))
            let difference = step - (unit.completed.time - lastTime)
            return difference <= ChannelHistory.longestJump && difference >= .zero - ChannelHistory.longestJump
        }

        /// Goes on to the next unit of the lead.
        mutating func step(to unit: AccessUnit) {
            let step = unit.dts &- lastDTS
            if step > 0, step <= ChannelHistory.longestChunk { self.step = step }
            lastDTS = unit.dts
            lastTime = unit.completed.time
            latestEnd = max(latestEnd, unit.pts &+ self.step)
        }

        /// The picture time of a unit of any track of the program; nil when its time base is another.
        func pictureTime(_ unit: AccessUnit) -> StreamTime? {
            unit.program == program && unit.timeBase == timeBase ? clock.pictureTime(unit.pts) : nil
        }

        /// When the unit is presented, and until when.
        func times(of unit: AccessUnit) -> (start: StreamTime, end: StreamTime) {
            (clock.pictureTime(unit.pts), clock.pictureTime(unit.pts &+ step))
        }
    }
}
