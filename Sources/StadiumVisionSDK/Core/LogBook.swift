import Foundation
import PacketIO

/// What the SDK tells a person, line by line.
final class LogBook: Sendable {
    private let level = Guarded(SVMLogLevel.info)
    private let sink: @Sendable (String) -> Void

    /// Lines go to `sink`.
    init(_ sink: @escaping @Sendable (String) -> Void) { self.sink = sink }

    /// Standard error.
    static let standardError: @Sendable (String) -> Void = { line in
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// Says what is worth saying at the level that is set.
    func set(_ wanted: SVMLogLevel) { level.withLock { $0 = wanted } }

    /// Says `sentence` when the level is at least `least`.
    func say(_ least: SVMLogLevel = .info, _ sentence: @autoclosure () -> String) {
        guard level.withLock({ $0 }) >= least else { return }
        sink("StadiumVisionMobile \(least.word): \(sentence())")
    }
}
