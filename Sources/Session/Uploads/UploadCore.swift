import Dispatch
import PacketIO
import Quality
import Timing
import VenueRuntime

/// The thread of a ``StatisticsUploader``, and what it shares with others.
final class UploadCore: Sendable {
    private struct State {
        var target: UploadTarget?
        var counts = UploadCounts()
        /// When the next upload is due, by the steady clock.
        var nextTick: Int64?
        /// What is to be uploaded out of turn.
        var pending: StatisticsReport?
        /// Whether an upload has been begun and not counted.
        var isOpen = false
        /// Ends the upload that runs.
        var stopper: WebTransferStopper?
        var isStarted = false
        var isStopping = false
        var isAborted = false
        var lastTold = ""
    }

    private enum Step {
        case upload(StatisticsReport?, UploadTarget)
        case wait(until: Int64?)
        case end
    }

    private let subject: StatisticsUploader.Subject
    private let clock: any UploadClock
    private let limitMs: Int
    private let closingLimit: Duration
    private let log: @Sendable (String) -> Void
    private let state: Guarded<State>
    private let thread = DispatchGroup()

    init(
        _ target: UploadTarget?, of subject: StatisticsUploader.Subject, clock: any UploadClock, limitMs: Int,
        closingLimit: Duration, log: @escaping @Sendable (String) -> Void
    ) {
        self.subject = subject
        self.clock = clock
        self.limitMs = limitMs
        self.closingLimit = closingLimit
        self.log = log
        state = Guarded(State(target: target))
    }

    var counts: UploadCounts { state.withLock { $0.counts } }

    func start() {
        let now = clock.steady
        let isFirst = state.withLock { state in
            guard !state.isStarted, !state.isStopping else { return false }
            state.isStarted = true
            state.nextTick = state.target.map { now &+ $0.intervalNanoseconds }
            return true
        }
        if isFirst { DispatchQueue(label: "statistics upload").async(group: thread) { [self] in run() } }
    }

    func upload() {
        let report = report()
        state.withLock { if $0.isStarted && !$0.isStopping { $0.pending = report } }
        clock.wake()
    }

    func follow(_ target: UploadTarget?) {
        let now = clock.steady
        state.withLock { state in
            guard state.target != target else { return }
            state.target = target
            state.nextTick = target.map { now &+ $0.intervalNanoseconds }
        }
        clock.wake()
    }

    func stop() {
        state.withLock { $0.isStopping = true }
        clock.wake()
        if thread.wait(timeout: .now() + closingLimit.dispatched) == .timedOut { abort() }
    }

    /// Ends at once: what runs has failed, and what waits was never begun.
    func abort() {
        let stopper = state.withLock { state in
            state.isStopping = true
            state.isAborted = true
            state.pending = nil
            if state.isOpen { state.counts.failures += 1 }
            state.isOpen = false
            return state.stopper.take()
        }
        stopper?.stop()
        clock.wake()
    }

    // MARK: The thread

    private func run() {
        while true {
            switch next() {
            case .upload(let report, let target): send(report ?? self.report(), to: target)
            case .wait(let instant): clock.wait(until: instant)
            case .end: return
            }
        }
    }

    private func next() -> Step {
        let now = clock.steady
        return state.withLock { state in
            if state.isAborted { return .end }
            let pending = state.pending.take()
            if let pending, let target = state.target { return .upload(pending, target) }
            if state.isStopping { return .end }
            guard let target = state.target, let tick = state.nextTick else { return .wait(until: nil) }
            return tick <= now ? .upload(nil, target) : .wait(until: tick)
        }
    }

    private func report() -> StatisticsReport {
        StatisticsReport(
            deviceID: subject.deviceID, version: subject.version, timestamp: clock.utc,
            statistics: subject.statistics(), wireless: subject.wireless())
    }

    private func send(_ report: StatisticsReport, to target: UploadTarget) {
        var limits = WebTransfer.Limits(milliseconds: limitMs, answerBytes: StatisticsUploader.answerLimit)
        limits.redirections = 3
        let transfer = WebTransfer(target.url, agent: "StadiumVisionMobile", limits: limits)
        let counts = state.withLock { state -> UploadCounts? in
            guard !state.isAborted else { return nil }
            state.counts.attempts += 1
            state.isOpen = true
            state.stopper = transfer?.stopper
            return state.counts
        }
        guard let counts else { return }
        // The attempt that a Reporter reads about is this one.
        var report = report
        report.statistics[.uploadAttempts] = counts.attempts
        report.statistics[.uploadSuccesses] = counts.successes
        report.statistics[.uploadFailures] = counts.failures
        finish(Self.trouble(transfer, report.body), target)
    }

    /// Why the upload failed; nil when it did not.
    private static func trouble(_ transfer: WebTransfer?, _ body: [UInt8]) -> String? {
        guard let transfer else { return "libcurl cannot be used" }
        do throws(WebTransfer.Failure) {
            let answer = try transfer.post(body, type: "application/json")
            return (200..<300).contains(answer.status) ? nil : "the Reporter answered \(answer.status)"
        } catch {
            return error.description
        }
    }

    private func finish(_ trouble: String?, _ target: UploadTarget) {
        let now = clock.steady
        let sentence = trouble.map { "statistics are not uploaded to \(target.shown): \($0)" } ?? ""
        let tells = state.withLock { state in
            state.stopper = nil
            // Ticks that came meanwhile are left out.
            if let tick = state.nextTick, let target = state.target, tick <= now {
                state.nextTick = tick &+ ((now &- tick) / target.intervalNanoseconds &+ 1) &* target.intervalNanoseconds
            }
            guard state.isOpen else { return false }
            state.isOpen = false
            if trouble == nil { state.counts.successes += 1 } else { state.counts.failures += 1 }
            defer { state.lastTold = sentence }
            return trouble != nil && state.lastTold != sentence
        }
        if tells { log(sentence) }
    }
}

extension UploadTarget {
    fileprivate var intervalNanoseconds: Int64 { Int64(clamping: intervalSeconds).multipliedClamped(by: 1_000_000_000) }

    /// The address without what may be secret: a user's name and password, and the query.
    fileprivate var shown: String {
        let address = url.prefix { $0 != "?" && $0 != "#" }
        guard let at = address.lastIndex(of: "@"), let slashes = address.firstRange(of: "://") else {
            return String(address)
        }
        return String(address[..<slashes.upperBound] + address[address.index(after: at)...])
    }
}

extension Int64 {
    fileprivate func multipliedClamped(by other: Int64) -> Int64 {
        let (product, isOver) = multipliedReportingOverflow(by: other)
        return isOver ? .max / 4 : product
    }
}

extension Duration {
    fileprivate var dispatched: DispatchTimeInterval {
        .nanoseconds(Int(clamping: components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000))
    }
}
