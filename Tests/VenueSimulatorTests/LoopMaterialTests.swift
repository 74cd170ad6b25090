import TestSupport
import Testing
import Timing
import VenueSimulator

@Suite("Loop material")
struct LoopMaterialTests {
    struct Refusal: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var bytes: [UInt8]
        var want: LoopFailure
    }

    static func changed(_ packet: Int, _ bytes: [UInt8]) -> [UInt8] {
        var packets = SmallStream.packets
        packets[packet] = bytes
        return packets.flatMap { $0 }
    }

    static let refusals: [Refusal] = [
        Refusal(testDescription: "nothing", bytes: [], want: .isEmpty),
        Refusal(testDescription: "text", bytes: Array(repeating: 0x41, count: 400), want: .notTransport(packet: 0)),
        Refusal(testDescription: "a cut packet", bytes: SmallStream.bytes + [0x47, 0], want: .cutPacket(packet: 6)),
        Refusal(
            testDescription: "a field longer than its packet",
            bytes: changed(2, [0x47, 1, 0, 0x36, 183] + Array(repeating: 0, count: 183)),
            want: .badAdaptationField(packet: 2)),
        Refusal(
            testDescription: "a field too short for its clock",
            bytes: changed(2, [0x47, 1, 0, 0x36, 6, 0x10] + Array(repeating: 0, count: 182)),
            want: .badAdaptationField(packet: 2)),
        Refusal(
            testDescription: "a scrambled packet",
            bytes: changed(2, [0x47, 1, 0, 0x96] + Array(repeating: 0, count: 184)), want: .isScrambled(packet: 2)),
        Refusal(
            testDescription: "time stamps in two packets",
            bytes: changed(
                3,
                SmallStream.packet(pid: 256, counter: 7, starts: true, payload: [0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5])),
            want: .splitHeader(packet: 3)),
        Refusal(
            testDescription: "a start code in two packets",
            bytes: changed(3, SmallStream.packet(pid: 256, counter: 7, starts: true, payload: [0, 0])),
            want: .splitHeader(packet: 3)),
        Refusal(
            testDescription: "one clock reference",
            bytes: changed(
                3, SmallStream.packet(pid: 256, counter: 7, starts: true, payload: SmallStream.unit(pts: 9, dts: 8_600))
            ),
            want: .noClock),
        Refusal(
            testDescription: "a clock that goes back",
            bytes: changed(3, SmallStream.packet(pid: 256, counter: 7, clock: (999, 0))), want: .clockJumps(packet: 3)),
        Refusal(
            testDescription: "one picture",
            bytes: changed(3, SmallStream.packet(pid: 256, counter: 7, clock: (4_600, 0))), want: .noPictures),
        Refusal(
            testDescription: "pictures that go back",
            bytes: changed(
                3,
                SmallStream.packet(
                    pid: 256, counter: 7, clock: (4_600, 0), starts: true, payload: SmallStream.unit(pts: 9, dts: 8))),
            want: .picturesJump(packet: 3)),
        // The pictures take 7 200 units, and so does the time from the first to the last reference.
        Refusal(
            testDescription: "a clock that runs on",
            bytes: SmallStream.bytes + SmallStream.packet(pid: 256, counter: 8, clock: (8_200, 250)),
            want: .clockOutlastsPictures),
        // 45 002 000 units of 27 MHz are left behind the last reference, more than a second.
        Refusal(
            testDescription: "a clock that ends early",
            bytes: changed(
                3,
                SmallStream.packet(
                    pid: 256, counter: 7, clock: (1_001, 0), starts: true,
                    payload: SmallStream.unit(pts: 81_000, dts: 80_000))),
            want: .clockEndsEarly),
    ]

    @Test("refuses what cannot go round, in one sentence", arguments: refusals)
    func refuses(_ refusal: Refusal) {
        #expect(throws: refusal.want) { try LoopMaterial(refusal.bytes) }
        #expect(!refusal.want.description.isEmpty && !refusal.want.description.contains("\n"))
    }

    @Test("survives every cut and many damages of a file")
    func survives() {
        for end in 0..<SmallStream.bytes.count { _ = try? LoopMaterial(Array(SmallStream.bytes[..<end])) }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            guard let material = try? LoopMaterial(Mutation.mutated(SmallStream.bytes, with: &generator)) else {
                continue
            }
            var loop = TransportLoop(material)
            var bytes: [UInt8] = []
            for _ in 0..<20 { loop.next(into: &bytes) }
            #expect(bytes.count == 20 * 188)
        }
    }

    struct Demo: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The file's size by 188, and its bits by 24 s; the first clock by a Python script.
        var packets: Int
        var bitRate: Int
    }

    @Test(
        "of the demo takes 24 s",
        arguments: [
            Demo(testDescription: "main-camera.ts", packets: 7_443, bitRate: 466_428),
            Demo(testDescription: "sideline.ts", packets: 6_516, bitRate: 408_336),
        ])
    func demo(_ demo: Demo) throws {
        let material = try LoopMaterial(DemoFile.bytes(demo.testDescription))
        #expect(material.period == StreamDuration(seconds: 24))
        #expect(material.packetCount == demo.packets)
        #expect(material.bitRate == demo.bitRate)
        #expect(material.firstClock == MediaTimestamp(63_000))
    }
}
