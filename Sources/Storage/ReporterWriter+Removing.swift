import Timing

/// Removing in small steps, between which uploads are written.
extension ReporterWriter {
    /// Finds what a removal has to remove; what comes later stays.
    func beginRemoval(_ device: String, _ done: @escaping @Sendable (Result<Bool, StorageFailure>) -> Void) {
        var found: (id: Int, latest: Int)?
        let fault = attempt { () throws(DatabaseFault) in
            found = try file.statements.findDevice.rows(.text(device)) { ($0.integer(0) ?? 0, $0.integer(1) ?? .max) }
                .first
        }
        if let fault { return done(.failure(fault.failure(of: path))) }
        guard let found else { return done(.success(false)) }
        removals.append(Removal(device: found.id, latest: found.latest, done: done))
    }

    /// One step of whatever is to be removed.
    func step() {
        if let removal = removals.first {
            step(removal)
        } else if isTidying {
            tidy()
        }
    }

    private func step(_ removal: Removal) {
        var removed = 0
        let fault = attempt { () throws(DatabaseFault) in
            removed = 0
            try file.statements.removeOfDevice.run(
                .integer(removal.device), .integer(removal.latest), .integer(limits.step))
            removed = file.database.changes()
        }
        note(removed)
        if let fault {
            removals.removeFirst()
            return removal.done(.failure(fault.failure(of: path)))
        }
        guard removed < limits.step else { return }
        removals.removeFirst()
        removal.done(.success(true))
    }

    /// Removes some of what is too old, else some of what is too much; the end of it when there is neither.
    private func tidy() {
        let day = StreamDuration(seconds: 86_400).nanoseconds
        let age = StreamDuration(nanoseconds: day.multipliedClamped(by: Int64(shared.retentionDays)))
        let oldest = now() - age
        var removed = 0
        let fault = attempt { () throws(DatabaseFault) in
            try file.statements.removeBefore.run(.integer(oldest.milliseconds), .integer(limits.step))
            removed = file.database.changes()
            guard removed == 0 else { return }
            guard try file.usedBytes() > limits.bytes else { return }
            try file.statements.removeOldest.run(.integer(limits.step))
            removed = file.database.changes()
        }
        note(removed)
        guard fault != nil || removed == 0 else { return }
        isTidying = false
        let told = tidyings
        tidyings = []
        for done in told { done() }
    }

    private func note(_ removed: Int) {
        let bytes = (try? file.usedBytes()) ?? 0
        shared.note { facts in
            facts.removed += UInt64(max(0, removed))
            facts.bytes = bytes
        }
    }
}

extension Int64 {
    fileprivate func multipliedClamped(by other: Int64) -> Int64 {
        let (product, isOver) = multipliedReportingOverflow(by: other)
        return isOver ? .max : product
    }
}
