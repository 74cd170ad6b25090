import Bytes
import ClipFiles
import Clips
import PacketIO

extension ReplayService {
    /// A file of more bytes is made beside the workers, one at a time.
    private static let slowSize = 48 << 20

    /// Hands the file of `plan` to `reader`: the one that is kept, the one that somebody is making, or a new one.
    ///
    /// A long file is made beside the workers, so that short ones do not wait for it. It is kept if `isKept`: for readers who
    /// ask for a part of it, since who wants all of it at once seldom comes back.
    func movie(of plan: MoviePlan, isKept: Bool, for reader: @escaping MovieShelf.Reader) {
        let size = plan.byteCount
        guard let key = MovieShelf.Key(plan) else { return begin(plan, size, reader) }
        switch movieShelf.take(key, bytes: size, isKept: isKept, reader) {
        case .made(let clip): reader(.success(clip))
        case .waiting: return
        case .first:
            begin(plan, size) { [movieShelf] outcome in
                let waiting = movieShelf.settle(key, outcome)
                reader(outcome)
                for other in waiting { other(outcome) }
            }
        }
    }

    private func begin(_ plan: MoviePlan, _ size: Int, _ reader: @escaping MovieShelf.Reader) {
        // While a file is made its media lie there twice.
        let lease: ClipBudget.Lease
        do throws(ClipProblem) { lease = try self.lease(2 * size) } catch { return reader(.failure(error)) }
        if size <= Self.slowSize { return reader(write(plan, lease)) }
        let isTaken = slowLane.add { [self] in reader(write(plan, lease)) }
        if !isTaken { reader(.failure(noRoom())) }
    }

    /// The file of `plan`, at once: the one that is kept, or a new one.
    func movie(of plan: MoviePlan) throws(ClipProblem) -> MadeClip {
        if let key = MovieShelf.Key(plan), let kept = movieShelf.clip(key) { return kept }
        return try write(plan, lease(2 * plan.byteCount)).get()
    }

    private func write(_ plan: MoviePlan, _ lease: ClipBudget.Lease) -> MovieShelf.Outcome {
        do throws(MovieFailure) {
            let clip = try movies.clip(of: plan)
            lease.shrink(to: clip.body.count)
            return .success(MadeClip(body: clip.body, facts: clip.facts, type: clip.type, lease: lease))
        } catch {
            return .failure(
                ClipProblem(status: error.status, sentence: "\(error)", retryAfterSeconds: error.retryAfterSeconds))
        }
    }

    /// Takes memory of all clips; what is only kept for further readers makes room.
    func lease(_ bytes: Int) throws(ClipProblem) -> ClipBudget.Lease {
        guard bytes <= clipBudget.limit else {
            throw ClipProblem(
                status: 416,
                sentence: "the clip would need \(bytes >> 20) MiB and all clips together have "
                    + "\(clipBudget.limit >> 20) MiB; ask for a shorter window", retryAfterSeconds: nil)
        }
        repeat {
            if let lease = clipBudget.lease(bytes) { return lease }
        } while movieShelf.yield()
        throw noRoom()
    }

    /// Too many clips are being sent or made.
    private func noRoom() -> ClipProblem {
        ClipProblem(
            status: 429,
            sentence: "clips of \(clipBudget.limit >> 20) MiB are being sent already; try again in a second",
            retryAfterSeconds: 1)
    }
}

extension MovieShelf.Key {
    /// The clip that is planned so; nil for one that is not final.
    init?(_ plan: MoviePlan) { self.init(channel: plan.channelID, format: plan.format, facts: plan.facts) }
}
