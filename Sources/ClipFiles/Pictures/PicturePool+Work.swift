import PacketIO

/// What the pool's threads do.
extension PicturePool {
    /// Makes the next file that somebody waits for; false when there is none, and the thread ends.
    static func makeNext(_ state: Guarded<State>, _ limits: PictureLimits) -> Bool {
        while let (name, job) = state.withLock({ takeNext(&$0) }) {
            let isLate = ContinuousClock.now - job.asked > limits.patience
            // Asked outside the lock; somebody may join meanwhile.
            let isWanted = job.readers.contains { $0.isThere() }
            if isLate || !isWanted, let readers = state.withLock({ giveUp(name, after: job.readers.count, &$0) }) {
                for reader in readers { reader.tell(.failure(isLate ? .busy : .stopped)) }
                continue
            }
            let deadline = ContinuousClock.now + limits.decodeTime
            let result: Result<PictureFile, PictureFailure>
            do throws(PictureFailure) { result = .success(try job.make(deadline)) } catch { result = .failure(error) }
            let readers = state.withLock { finish(name, result, &$0) }
            for reader in readers { reader.tell(result) }
            return true
        }
        return false
    }

    /// Takes the oldest job; without one the thread counts no longer.
    private static func takeNext(_ state: inout State) -> (String, Job)? {
        while !state.queue.isEmpty {
            let name = state.queue.removeFirst()
            guard let job = state.jobs[name] else { continue }
            state.facts.begun += 1
            return (name, job)
        }
        state.threads -= 1
        return nil
    }

    /// Gives a job up, unless somebody has joined its first `count` readers, and returns them.
    private static func giveUp(_ name: String, after count: Int, _ state: inout State) -> [Reader]? {
        guard let readers = state.jobs[name]?.readers, readers.count == count else { return nil }
        state.jobs[name] = nil
        state.readers -= count
        state.facts.begun -= 1
        state.facts.dropped += 1
        return readers
    }

    private static func finish(
        _ name: String, _ result: Result<PictureFile, PictureFailure>, _ state: inout State
    ) -> [Reader] {
        if case .success(let file) = result { state.cache.keep(file, name) }
        let readers = state.jobs.removeValue(forKey: name)?.readers ?? []
        state.readers -= readers.count
        return readers
    }
}
