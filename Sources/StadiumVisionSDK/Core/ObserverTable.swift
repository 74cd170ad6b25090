import PacketIO

/// Who wants to be told what, in the order of adding.
final class ObserverTable: Sendable {
    private let entries = Guarded<[Registration]>([])

    /// Adds an observer; nil when it is there already for the same.
    func add(_ observer: any AnyObject & Sendable, for interest: Interest) -> Registration? {
        entries.withLock { entries in
            entries.removeAll { $0.observer == nil }
            guard !entries.contains(where: { $0.interest == interest && $0.observer === observer }) else { return nil }
            let entry = Registration(interest, observer)
            entries.append(entry)
            return entry
        }
    }

    /// Removes an observer; what it was told last ends before this returns, unless `isTelling`: then it calls this itself.
    func remove(_ observer: any AnyObject & Sendable, for interest: Interest, isTelling: Bool) {
        let removed = entries.withLock { entries in
            let removed = entries.filter { $0.interest == interest && $0.observer === observer }
            entries.removeAll { entry in removed.contains { $0 === entry } }
            return removed
        }
        for entry in removed {
            entry.remove()
            if !isTelling { entry.wait() }
        }
    }

    /// Those who want any of `interests`, each observer once.
    func those(for interests: [Interest]) -> [Registration] {
        let all = entries.withLock { entries in entries.filter { interests.contains($0.interest) } }
        var seen: Set<ObjectIdentifier> = []
        return all.filter { entry in
            guard let observer = entry.observer else { return false }
            return seen.insert(ObjectIdentifier(observer)).inserted
        }
    }
}
