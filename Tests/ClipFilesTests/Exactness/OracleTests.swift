import History
import Testing
import Timing
import TransportStream

@Suite("What clips are compared with")
struct OracleTests {
    /// Two groups of five pictures in decoding order, one picture every 3 600 units: I0 P4 B2 b1 b3, then the same with an open
    /// group, whose b pictures 6…8 are presented before it: I9 B7 b6 b8 P10.
    static let pictures = [0, 4, 2, 1, 3, 9, 7, 6, 8, 10].enumerated().map { place, number in
        SourcePicture(
            pts: Int64(number) * 3_600, dts: Int64(place - 2) * 3_600,
            point: number == 0 ? .instantaneous : number == 9 ? .open : nil,
            isSkipped: (6...8).contains(number), number: number, time: Int64(number) * 40_000_000)
    }
    static let oracle = WindowOracle(pictures: pictures, step: 3_600)

    /// Places in decoding order, and numbers of pictures, all worked out by hand.
    static let examples: [(window: Range<Int64>, presented: [Int], entry: Int, samples: [Int], end: Int64)] = [
        (0..<1, [0], 0, [0], 3_600),
        // b1 is fourth in decoding order.
        (1..<40_000_001, [1], 0, [0, 4, 2, 1], 7_200),
        (40_000_000..<80_000_000, [1], 0, [0, 4, 2, 1], 7_200),
        (80_000_000..<160_000_001, [2, 3, 4], 0, [0, 4, 2, 1, 3], 21_600),
        // Picture 8 is no use without picture 4: decoding starts at 0, and takes in the leading pictures of 9.
        (300_000_000..<400_000_000, [8, 9], 0, [0, 4, 2, 1, 3, 9, 7, 6, 8], 36_000),
        // Decoding starts at 9: its leading pictures cannot be decoded.
        (360_000_000..<500_000_000, [9, 10], 5, [9, 10], 39_600),
    ]

    @Test("takes the pictures of a window and all that they need", arguments: examples)
    func windows(
        _ example: (window: Range<Int64>, presented: [Int], entry: Int, samples: [Int], end: Int64)
    ) throws {
        let answer = try #require(Self.oracle.answer(example.window.lowerBound, example.window.upperBound))
        #expect(answer.presented.map(\.number) == example.presented)
        #expect(answer.entry == example.entry)
        #expect(Self.oracle.samples(of: answer).map(\.number) == example.samples)
        #expect(answer.end == example.end)
        #expect(!answer.isMoved)
    }

    @Test("finds nothing between two pictures")
    func nothing() {
        #expect(Self.oracle.answer(40_000_001, 80_000_000) == nil)
    }

    @Test("moves a start at which nothing can be decoded")
    func moved() throws {
        let oracle = WindowOracle(pictures: Array(Self.pictures.dropFirst()), step: 3_600)
        let answer = try #require(oracle.answer(0, 500_000_000))
        #expect(answer.isMoved && answer.presented.map(\.number) == [9, 10])
    }

    @Test("has the same picture times as the history, by the rule of definitions A7", .enabled(if: Tool.areThere))
    func times() async throws {
        let source = try await SourceStream.of(.openGroups)
        let units = source.history.units(of: source.history[0].lead)
        let kept = Dictionary(uniqueKeysWithValues: units.map { ($0.unit.pts, $0.pictureTime.nanoseconds) })
        #expect(source.oracle.pictures.count > 240)
        let wrong = source.oracle.pictures.filter { kept[$0.pts] != $0.time }
        #expect(wrong == [])
    }

    @Test("reads the numbers of time stamps that begin anew")
    func stamps() {
        // 2^33 - 1 and 5 are six units apart.
        #expect(Stamp.near((1 << 33) - 1, 5) == (1 << 33) + 5)
        #expect(Stamp.near(5, (1 << 33) - 1) == -1)
        #expect(Stamp.near(100, 90) == 90)
        #expect(PictureTimes.nanoseconds(9) == 100_000 && PictureTimes.nanoseconds(-1) == -11_112)
    }
}
