import NetworkFormats
import Testing

@Suite("Frame counters")
struct FrameCountersTests {
    @Test("name every count once, in a fixed order")
    func names() {
        let names = FrameCounters().all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.prefix(4) == ["frames", "datagrams", "membershipMessages", "notIP"])
        #expect(names.count == Mirror(reflecting: FrameCounters()).children.count)
    }

    @Test("show in the list what stands in the fields")
    func values() {
        var counters = FrameCounters()
        counters.notUDP = 3
        counters.truncatedFrames = 4
        #expect(counters.skipped.filter { $0.count > 0 }.map(\.name) == ["notUDP"])
        #expect(counters.facts.filter { $0.count > 0 }.map(\.name) == ["truncatedFrames"])
        #expect(counters.all.map(\.count).reduce(0, +) == 7)
    }
}
