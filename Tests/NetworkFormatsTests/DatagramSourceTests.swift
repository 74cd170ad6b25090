import NetworkFormats
import Testing
import Timing

/// Gives one datagram a turn and then the states it was told to give.
private struct ScriptedSource: DatagramSource {
    struct Broken: Error, Equatable {}

    var states: [SourceState]
    var turn = 0
    var breaksAt = Int.max

    mutating func drain(into sink: inout some DatagramSink) throws(Broken) -> SourceState {
        turn += 1
        if turn >= breaksAt { throw Broken() }
        let header = DatagramHeader(
            time: StreamTime(nanoseconds: Int64(turn)), ordinal: UInt64(turn), source: Packets.source,
            destination: Packets.group, wireLength: 5, storedLength: 5)
        let hello = Packets.hello
        sink.ingest(header, hello.span.bytes)
        sink.observe(
            MembershipReport(
                time: header.time, ordinal: header.ordinal, host: .unspecified, group: .unspecified, event: .query))
        return states.isEmpty ? .finished : states.removeFirst()
    }
}

/// A sink that leaves membership messages out.
private struct DeafSink: DatagramSink {
    var ordinals: [UInt64] = []
    mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) { ordinals.append(header.ordinal) }
    mutating func advance(to time: StreamTime) {}
}

@Suite("Draining a source")
struct DatagramSourceTests {
    @Test("goes on while there is more, and tells why it stopped")
    func drains() throws {
        var source = ScriptedSource(states: [.more, .more, .idle, .more])
        var sink = DeafSink()
        #expect(try run(&sink, from: &source) == .idle)
        #expect(sink.ordinals == [1, 2, 3])
        #expect(try run(&sink, from: &source) == .finished)
        #expect(sink.ordinals == [1, 2, 3, 4, 5])
    }

    @Test("passes on the source's failure, and what came before it is kept")
    func fails() {
        var source = ScriptedSource(states: [.more, .more], breaksAt: 2)
        var sink = DeafSink()
        #expect(throws: ScriptedSource.Broken()) { try run(&sink, from: &source) }
        #expect(sink.ordinals == [1])
    }
}
