import Timing

struct MessageFeed: Sendable {
    init(
        _ spec: NativeChannelSpec, _ planned: [NativeMessage], repeats: Int, venueStart: StreamTime, first: Int64,
        end: Int64, seed: UInt64, keepsLog: Bool
    ) {}
    mutating func nextTime() -> Int64 { .max }
    mutating func next<Failure: Error>(_ body: (SendingQueue.Item) throws(Failure) -> Void) throws(Failure) {}
    mutating func end(at time: Int64) {}
    mutating func submit(_ bytes: [UInt8], at time: Int64) {}
    func truth(known: Int64) -> NativeTruth.Objects { NativeTruth.Objects() }
}
struct FileFeed: Sendable {
    init(
        _ spec: NativeChannelSpec, _ planned: [NativeFile], venueStart: StreamTime, first: Int64, end: Int64,
        seed: UInt64, keepsLog: Bool
    ) {}
    mutating func nextTime() -> Int64 { .max }
    mutating func next<Failure: Error>(_ body: (SendingQueue.Item) throws(Failure) -> Void) throws(Failure) {}
    mutating func end(at time: Int64) {}
    mutating func offer(_ given: [NativeFile], at time: Int64) {}
    func truth(known: Int64) -> NativeTruth.Objects { NativeTruth.Objects() }
}
