import Testing
import VenueSimulator

@Suite("Reed-Solomon windows worked out on paper")
struct HandWorkedBlockTests {
    @Test("are whole, repaired, or beyond repair by the number of repair packets alone")
    func classes() throws {
        // k = 4, r = 2; packet n comes at 5 + 10·n ms. Window 0 lacks nothing: closed at 35. Window 1 (4…7) lacks 5 and 6, and
        // both repair packets come: it closes as 12 (window 3) comes, 125 ms. Window 2 (8…11) lacks 9 and 10, one repair
        // packet comes, twice: failed, at 165, when 16 (window 4) comes. 9 comes itself at 171: late. Window 3 is whole at
        // 155. Window 4 is whole at 195, the end.
        let lost: Set = [5, 6, 9, 10]
        var script = Script(blocks: try BlockLayout(sources: 4, repairs: 2), runs: [20])
        for number in 0..<20 where !lost.contains(number) { script.source(number, at: Double(5 + 10 * number)) }
        script.repair(stride(from: 4, to: 8, by: 1), isRow: false, at: 86)
        script.repair(stride(from: 4, to: 8, by: 1), isRow: false, at: 96)
        script.repair(stride(from: 8, to: 12, by: 1), isRow: false, at: 126)
        script.again(at: 127)
        script.source(9, at: 171)
        let truth = script.truth()
        #expect(truth.listing == ["4/0/0 ok@35", "4/2/2 rec@125", "4/2/0 FAIL@165", "4/0/0 ok@155", "4/0/0 ok@195"])
        #expect(truth.rtp?.lost == 3)
        #expect(truth.rtp?.late == 1)
        #expect(truth.fec.recovered == 2)
        #expect(truth.fec.unrecovered == 2)
        #expect(truth.fec.received == 3)
    }

    @Test("of which only repair packets arrive count, and one that nothing tells of stays open")
    func lostWindows() throws {
        // k = 2, r = 2. Window 1 (2, 3) is lost, its repair packets come: rebuilt as 6 (window 3) comes, 65 ms. Window 2 (4,
        // 5) is lost with them: it closes as 8 (window 4) comes, 85 ms. Window 4 lacks 9: open at the end.
        let lost: Set = [2, 3, 4, 5, 9]
        var script = Script(blocks: try BlockLayout(sources: 2, repairs: 2), runs: [10])
        for number in 0..<10 where !lost.contains(number) { script.source(number, at: Double(5 + 10 * number)) }
        script.repair(stride(from: 2, to: 4, by: 1), isRow: false, at: 46)
        script.repair(stride(from: 2, to: 4, by: 1), isRow: false, at: 56)
        let truth = script.truth()
        #expect(truth.listing == ["2/0/0 ok@15", "2/2/2 rec@65", "2/2/0 FAIL@85", "2/0/0 ok@75", "2/1/0 open@85"])
        #expect(truth.rtp?.lost == 4)
        #expect(truth.fec.recovered == 2)
        #expect(truth.fec.unrecovered == 2)
    }

    @Test("begin unseen as partial, and end classified when a repair packet was seen")
    func edges() throws {
        // k = 3, r = 1; 0 is lost, so window 0 is not seen from its first source: partial, though it is rebuilt; what is
        // rebuilt below the base counts nowhere. The last window (3, 4, 5) lacks 4, and its repair packet comes last, at 66.
        var script = Script(blocks: try BlockLayout(sources: 3, repairs: 1), runs: [6])
        for number in [1, 2, 3, 5] { script.source(number, at: Double(5 + 10 * number)) }
        script.repair(stride(from: 0, to: 3, by: 1), isRow: false, at: 36)
        script.repair(stride(from: 3, to: 6, by: 1), isRow: false, at: 66)
        let truth = script.truth()
        #expect(truth.listing == ["3/1/1 part@66", "3/1/1 rec@66"])
        #expect(truth.rtp?.expected == 5)
        #expect(truth.rtp?.lost == 1)
        #expect(truth.fec.recovered == 1)
        #expect(truth.fec.unrecovered == 0)
    }

    @Test("close in silence of both flows")
    func silence() throws {
        // k = 3, r = 2. 0 and 2 at 5 and 25 ms, a repair packet at 300: closed at the first tick 1 s later, 1300, rebuilt.
        // 1 comes at 1 405: late. Window 1 is whole at 1 435.
        var script = Script(blocks: try BlockLayout(sources: 3, repairs: 2), runs: [6])
        script.source(0, at: 5)
        script.source(2, at: 25)
        script.repair(stride(from: 0, to: 3, by: 1), isRow: false, at: 300)
        script.source(1, at: 1_405)
        for number in 3...5 { script.source(number, at: Double(1_415 + 10 * (number - 3))) }
        let truth = script.truth()
        #expect(truth.listing == ["3/1/1 rec@1300", "3/0/0 ok@1435"])
        #expect(truth.rtp?.lost == 0)
        #expect(truth.rtp?.late == 1)
        #expect(truth.fec.recovered == 1)
        #expect(truth.fec.unrecovered == 0)
    }
}
