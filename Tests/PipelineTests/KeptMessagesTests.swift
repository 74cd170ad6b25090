import Bytes
import ObjectDelivery
import Testing
import Timing

@testable import Pipeline

@Suite("Kept messages")
struct KeptMessagesTests {
    private static func time(_ seconds: Double) -> StreamTime {
        StreamTime(nanoseconds: 1_700_000_000_000_000_000 + Int64(seconds * 1e9))
    }

    private static func kept(_ seconds: [Double], length: Int = 3) -> KeptMessages {
        var kept = KeptMessages()
        for (index, second) in seconds.enumerated() {
            let time = time(second)
            kept.append(
                DataMessage(object: UInt32(index), first: time, time: time),
                [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: length).lent)
        }
        return kept
    }

    @Test("are those of the last thirty seconds, numbered on")
    func age() {
        var kept = Self.kept([0, 10, 20, 29.9, 30, 40.5])
        #expect(kept.all.map(\.number) == [3, 4, 5, 6])
        #expect(kept.lastNumber == 6)
        kept.advance(to: Self.time(59.95))
        #expect(kept.all.map(\.message.object) == [4, 5])
        kept.advance(to: Self.time(80))
        #expect(kept.isEmpty && kept.byteCount == 0)
        #expect(kept.after(0).isEmpty)
    }

    @Test("take no more than their bytes, however many or large they are")
    func bytes() {
        let flood = Self.kept((0..<20_000).map { Double($0) / 1_000 }, length: 0)
        #expect(flood.byteCount <= KeptMessages.byteLimit)
        #expect(flood.count == KeptMessages.byteLimit / KeptMessages.overhead)
        #expect(flood.all.last?.number == 20_000)
        let large = Self.kept((0..<40).map(Double.init).map { $0 / 10 }, length: 65_536)
        #expect(large.byteCount <= KeptMessages.byteLimit)
        #expect(large.count == 15)
    }

    @Test("are found by number and by time")
    func finding() {
        let kept = Self.kept([0, 1, 1, 2, 3])
        #expect(kept.after(3).map(\.number) == [4, 5])
        #expect(kept.after(5).isEmpty)
        #expect(kept.after(.max).isEmpty)
        #expect(kept.after(0).count == 5)
        #expect(kept.between(Self.time(1), Self.time(3)).map(\.number) == [2, 3, 4])
        #expect(kept.between(Self.time(3), Self.time(1)).isEmpty)
        #expect(kept.between(Self.time(-9), Self.time(99)).count == 5)
    }

    @Test("stay longer with a longer history")
    func depth() {
        var kept = KeptMessages(depth: StreamDuration(seconds: 60))
        kept.append(DataMessage(object: 1, first: Self.time(0), time: Self.time(0)), RawSpan())
        kept.advance(to: Self.time(59))
        #expect(kept.count == 1)
        kept.keep(for: StreamDuration(seconds: 5))
        kept.advance(to: Self.time(31))
        #expect(kept.isEmpty)
    }
}

@Suite("File ledger")
struct FileLedgerTests {
    private static func record(_ serial: UInt64, _ uri: String = "a", isComplete: Bool = false) -> FileRecord {
        FileRecord(key: FileKey(serial: serial), uri: uri, path: uri, object: serial, isComplete: isComplete)
    }

    @Test("tells every file that was listed, as it was known in the end")
    func order() {
        var ledger = FileLedger()
        ledger.listed(Self.record(0))
        ledger.listed(Self.record(1, "b"))
        ledger.listed(Self.record(0))
        ledger.completed(Self.record(0, isComplete: true))
        ledger.dropped(Self.record(0, isComplete: true))
        ledger.dropped(Self.record(1, "b"))
        #expect(ledger.files.map(\.uri) == ["a", "b"])
        #expect(ledger.files.map(\.isComplete) == [true, false])
        #expect(ledger.listed == 2 && ledger.completed == 1 && ledger.abandoned == 1)
    }

    @Test("counts files beyond its limits, and keeps none of them")
    func limits() {
        var ledger = FileLedger()
        for serial in 0..<UInt64(FileLedger.fileLimit + 10) {
            ledger.listed(Self.record(serial))
            ledger.completed(Self.record(serial, isComplete: true))
        }
        #expect(ledger.files.count == FileLedger.fileLimit)
        #expect(ledger.listed == FileLedger.fileLimit + 10 && ledger.completed == ledger.listed)
        var long = FileLedger()
        for serial in 0..<10 as Range<UInt64> {
            long.listed(Self.record(serial, String(repeating: "x", count: 100_000)))
        }
        #expect(long.files.count == 5)
    }
}
