import Timing

extension FileReceiver {
    /// What expires is looked for once in this time.
    private static let sweepPeriod = StreamDuration(seconds: 1)

    /// Lets time pass: what has expired leaves the table, and packets of objects that no table names go.
    mutating func tick(at time: StreamTime, into output: inout ObjectOutput) {
        if let lastSweep, time - lastSweep < Self.sweepPeriod { return }
        lastSweep = time
        for place in listed.indices where listed[place].expires <= time && !listed[place].isReplaced {
            drop(place, into: &output)
        }
        unlisted.removeAll { object in
            guard time - object.first >= limits.tableWait else { return false }
            waitingBytes -= object.packets.byteCount
            return true
        }
        for sender in sources.indices {
            sources[sender].expire(at: time)
            while let place = sources[sender].partials.firstIndex(where: { time - $0.last >= limits.tableWait }) {
                _ = removePartial(place, of: sender)
            }
        }
    }

    /// Drops what is incomplete: nothing more will come.
    mutating func finish(at time: StreamTime, into output: inout ObjectOutput) {
        for place in listed.indices where !listed[place].record.isComplete { drop(place, into: &output) }
        unlisted.removeAll()
        waitingBytes = 0
        for sender in sources.indices {
            while !sources[sender].partials.isEmpty { _ = removePartial(0, of: sender) }
        }
    }

    /// Begins anew: TOIs and instances of the session before say nothing any more.
    ///
    /// Complete files stay until they expire or a new version is there.
    mutating func newSession(at time: StreamTime, into output: inout ObjectOutput) {
        finish(at: time, into: &output)
        carried.removeAll()
        for sender in sources.indices { forgetTables(of: sender) }
    }

    /// The session of `sender` is over: whatever instance comes now is none of those that were read.
    mutating func forgetTables(of sender: Int) {
        let isBlank = sources[sender].isBlank
        sources[sender].forget()
        guard !isBlank else { return }
        for place in listed.indices where listed[place].sender == sender { listed[place].instance = nil }
    }
}
