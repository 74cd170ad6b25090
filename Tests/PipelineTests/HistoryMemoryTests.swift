import Testing

@testable import Pipeline

@Suite("Memory of a venue's histories")
struct HistoryMemoryTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var wants: [Int]
        var limit: Int
        var level: Int?
    }

    // By hand: the level at which the channels that want more share what the others leave.
    static let cases = [
        Case(testDescription: "no channels", wants: [], limit: 100, level: nil),
        Case(testDescription: "enough for all", wants: [10, 20, 30], limit: 60, level: nil),
        Case(testDescription: "one too large", wants: [10, 20, 80], limit: 60, level: 30),
        Case(testDescription: "all alike", wants: [50, 50, 50], limit: 60, level: 20),
        Case(testDescription: "two share what one leaves", wants: [10, 40, 90], limit: 60, level: 25),
        Case(testDescription: "nothing to share", wants: [5, 6], limit: 0, level: 0),
        Case(testDescription: "not even", wants: [7, 7, 7], limit: 20, level: 6),
    ]

    @Test("the level lets every channel keep the lesser of its want and the level", arguments: cases)
    func level(_ example: Case) {
        #expect(HistoryMemory.waterLevel(of: example.wants, in: example.limit) == example.level)
        guard let level = example.level else { return }
        #expect(example.wants.reduce(0) { $0 + min($1, level) } <= example.limit)
    }

    @Test("a channel that is held back rises when the others shrink, up to its own cap")
    func rises() {
        var memory = HistoryMemory(limit: 100, channelCap: 90)
        #expect(memory.level(for: [.init(bytes: 30, isCapped: false), .init(bytes: 80, isCapped: false)]) == 70)
        #expect(memory.level(for: [.init(bytes: 30, isCapped: false), .init(bytes: 70, isCapped: true)]) == 70)
        #expect(memory.level(for: [.init(bytes: 20, isCapped: false), .init(bytes: 70, isCapped: true)]) == 80)
        #expect(memory.level(for: [.init(bytes: 5, isCapped: false), .init(bytes: 80, isCapped: true)]) == nil)
    }
}
