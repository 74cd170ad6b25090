import PacketIO

/// Who wants to be told what, in the order of adding.
///
/// No observer is held while the table is locked: its end may call back.
final class ObserverTable: Sendable {
    private let entries = Guarded<[Registration]>([])

    /// Adds an observer; nil when it is there already for the same.
    func add(_ observer: any AnyObject & Sendable, for interest: Interest) -> Registration? {
        entries.withLock { entries in
            // Only the observer itself, which the caller holds, or nothing can be found behind its own identity.
            let isKnown = entries.contains {
                $0.interest == interest && $0.identity == ObjectIdentifier(observer) && $0.observer != nil
            }
            guard !isKnown else { return nil }
            let entry = Registration(interest, observer)
            entries.append(entry)
            return entry
        }
    }

    /// Removes an observer, which may be at its end; what it was told last ends before this returns, unless `isTelling`: then
    /// it calls this itself.
    func remove(_ observer: any AnyObject & Sendable, for interest: Interest, isTelling: Bool) {
        let identity = ObjectIdentifier(observer)
        let removed = entries.withLock { entries in
            let removed = entries.filter { $0.interest == interest && $0.identity == identity }
            entries.removeAll { $0.interest == interest && $0.identity == identity }
            return removed
        }
        for entry in removed {
            entry.remove()
            if !isTelling { entry.wait() }
        }
    }

    /// Those who want any of `interests`, each observer once.
    func those(for interests: [Interest]) -> [Registration] {
        let all = entries.withLock { $0 }
        let dead = Set(all.filter { $0.observer == nil }.map(ObjectIdentifier.init))
        if !dead.isEmpty { entries.withLock { $0.removeAll { dead.contains(ObjectIdentifier($0)) } } }
        var seen: Set<ObjectIdentifier> = []
        return all.filter { entry in
            interests.contains(entry.interest) && !dead.contains(ObjectIdentifier(entry))
                && seen.insert(entry.identity).inserted
        }
    }
}
