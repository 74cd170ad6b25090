import PacketIO

/// How much is logged, as the SDK names it.
public enum LogLevel: String, CaseIterable, Sendable {
    /// What a person should read.
    case info = "INFO"
    /// Events, joins and requests as well.
    case debug = "DEBUG"
}

/// Where a server's sentences go, and how much of them; the level may change at any time.
public final class ServiceLog: Sendable {
    private let sink: @Sendable (String) -> Void
    private let held: Guarded<LogLevel>

    /// A log that hands its sentences to `sink`, from any thread.
    public init(_ level: LogLevel = .info, sink: @escaping @Sendable (String) -> Void = { _ in }) {
        self.sink = sink
        held = Guarded(level)
    }

    /// How much is logged.
    public var level: LogLevel {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }

    /// Logs what a person should read.
    public func say(_ sentence: String) { sink(sentence) }

    /// Logs what somebody who looks for a fault wants to read; `sentence` is made only when it is.
    public func debug(_ sentence: () -> String) {
        if level == .debug { sink(sentence()) }
    }
}
