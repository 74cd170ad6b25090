import Bytes
import Testing
import TransportStream

@Suite("Continuity of the packets of a PID")
struct ContinuityTests {
    /// A packet of the table: its counter, what its payload is filled with, and its peculiarities.
    struct Piece: Sendable {
        var counter: UInt8
        var filling: UInt8
        var hasPayload = true
        var isDiscontinuity = false
        var hasError = false
        var pid: UInt16 = 100

        init(
            _ counter: UInt8, _ filling: UInt8? = nil, hasPayload: Bool = true, isDiscontinuity: Bool = false,
            hasError: Bool = false, pid: UInt16 = 100
        ) {
            self.counter = counter
            self.filling = filling ?? counter
            self.hasPayload = hasPayload
            self.isDiscontinuity = isDiscontinuity
            self.hasError = hasError
            self.pid = pid
        }

        var bytes: [UInt8] {
            let needsField = !hasPayload || isDiscontinuity
            var writer = ByteWriter()
            TransportPacketHeader(
                pid: pid, continuityCounter: counter, hasAdaptationField: needsField, hasPayload: hasPayload,
                hasTransportError: hasError
            ).write(to: &writer)
            if needsField {
                AdaptationField(isDiscontinuity: isDiscontinuity, stuffing: hasPayload ? 0 : 182).write(to: &writer)
            }
            writer.write(repeating: filling, count: 188 - writer.count)
            return writer.bytes
        }
    }

    struct Example: CustomTestStringConvertible, Sendable {
        var name: String
        var pieces: [Piece]
        var errors: Int
        var duplicates = 0
        var testDescription: String { name }
    }

    // The rules of ISO/IEC 13818-1, 2.4.3.3, and of TR 101 290, 1.4 ("a packet occurs more than twice"), by hand.
    static let examples = [
        Example(name: "in order, round the corner", pieces: [Piece(14), Piece(15), Piece(0), Piece(1)], errors: 0),
        Example(name: "one lost", pieces: [Piece(3), Piece(5)], errors: 1),
        Example(
            name: "fifteen lost look like a copy, but the payload differs", pieces: [Piece(3, 1), Piece(3, 2)],
            errors: 1),
        Example(name: "sixteen lost are not seen", pieces: [Piece(3, 1), Piece(4, 2)], errors: 0),
        Example(name: "backwards", pieces: [Piece(3), Piece(2)], errors: 1),
        Example(name: "one copy", pieces: [Piece(3), Piece(3), Piece(4)], errors: 0, duplicates: 1),
        Example(
            name: "two copies", pieces: [Piece(3), Piece(3), Piece(3), Piece(4)], errors: 1, duplicates: 1),
        Example(
            name: "every packet twice", pieces: [Piece(3), Piece(3), Piece(4), Piece(4)], errors: 0, duplicates: 2),
        Example(
            name: "no payload does not count on", pieces: [Piece(3), Piece(3, hasPayload: false), Piece(4)], errors: 0),
        Example(
            name: "no payload is exempt whatever it bears", pieces: [Piece(3), Piece(9, hasPayload: false), Piece(4)],
            errors: 0),
        Example(
            name: "announced", pieces: [Piece(3), Piece(9, isDiscontinuity: true), Piece(10)], errors: 0),
        Example(
            name: "announced without payload",
            pieces: [Piece(3), Piece(8, hasPayload: false, isDiscontinuity: true), Piece(9)], errors: 0),
        Example(
            name: "announced once, broken twice", pieces: [Piece(3), Piece(9, isDiscontinuity: true), Piece(12)],
            errors: 1),
        Example(
            name: "filling is exempt",
            pieces: [Piece(0, pid: 0x1FFF), Piece(0, 1, pid: 0x1FFF), Piece(7, pid: 0x1FFF)], errors: 0),
        Example(
            name: "a marked packet is not missing", pieces: [Piece(3), Piece(4, hasError: true), Piece(5)], errors: 0),
        Example(
            name: "a marked packet proves nothing", pieces: [Piece(3), Piece(9, hasError: true), Piece(4)], errors: 0),
        Example(
            name: "PIDs apart", pieces: [Piece(3), Piece(9, pid: 101), Piece(4), Piece(10, pid: 101)], errors: 0),
    ]

    @Test("3.16: counts as the standard does", arguments: examples, [1, 100])
    func counts(_ example: Example, perDatagram: Int) {
        var sketch = StreamSketch()
        sketch.packets = example.pieces.map(\.bytes)
        let (output, facts) = sketch.told(perDatagram: perDatagram)
        #expect(facts.discontinuities == example.errors)
        #expect(output.continuityErrors == example.errors)
        #expect(facts.duplicates == example.duplicates)
        #expect(facts.packets == example.pieces.count)
    }
}
