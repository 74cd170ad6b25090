import PacketIO

extension LiveVenue {
    /// Leaves the venue for now, as when the link goes down: all groups are left, every channel leaves the list, and nothing
    /// waits to be joined anew.
    ///
    /// Histories, counters and stream time stay. Nothing happens when it is paused already. A capture goes on like the venue that it is a record of; its datagrams are not heard in the meantime.
    public func pause() {
        state.withLock { $0.pause() }
        driver.wake()
    }

    /// Joins again what is wanted; nothing when the venue is not paused.
    public func resume() {
        state.withLock { $0.resume() }
        driver.wake()
    }

    /// Whether the venue was left for now.
    public var isPaused: Bool { state.withLock { $0.isPaused } }

    /// Calls `told` after every turn of a capture that is read without pause, and at the end of every venue, on the reading
    /// thread and outside all locks, until the result is handed to ``forgetTurns(_:)``.
    ///
    /// A capture that is read without pause is over in a moment: whoever follows it by the clock would see its end only.
    package func followTurns(_ told: @escaping @Sendable () -> Void) -> Int {
        turnFollowers.withLock { followers in
            followers.next += 1
            followers.told[followers.next] = told
            return followers.next
        }
    }

    /// Ends what `followTurns` began; a call that is on its way still comes.
    package func forgetTurns(_ number: Int) { turnFollowers.withLock { $0.told[number] = nil } }

    /// Tells everybody who follows turns.
    func tellTurn() {
        let told = turnFollowers.withLock { $0.told.isEmpty ? [] : $0.told.sorted { $0.key < $1.key }.map(\.value) }
        for told in told { told() }
    }
}

/// Who is told of the turns of a venue.
struct TurnFollowers: Sendable {
    var told: [Int: @Sendable () -> Void] = [:]
    var next = 0
}
