import Foundation
import Glibc
import NetworkFormats
import TestSupport
import Testing
import Timing
import VenueRuntime
import VenueSimulator

@Suite("What the system refuses to send", .enabled(if: Namespace.isPossible))
struct RefusedMediaTests {
    @Test("is counted, media apart: exactly those numbers are missing")
    func counts() throws {
        try Namespace.run {
            let spec = SenderSpec(
                name: "Refused", material: try LoopMaterial(DemoFile.bytes("sideline.ts")),
                destination: Endpoint(IPAddress(v4: 0xef4d_0207), 42_100), parity: ParityLayout(columns: 5, rows: 5),
                seed: 7)
            let listener = try #require(GroupListener(group: 0xef4d_0207, port: 42_100))
            let venue = EmbeddedVenue([spec])
            try venue.start()
            defer { venue.stop() }
            var numbers: [Int] = []
            func take(_ count: Int) {
                for _ in 0..<count {
                    // Bytes 2 and 3 of RTP (RFC 3550, 5.1).
                    if let packet = listener.next() { numbers.append(Int(packet[2]) << 8 | Int(packet[3])) }
                }
            }
            take(10)
            try Namespace.ip("link set lo down")
            for _ in 0..<300 where venue.refusedMedia[0] < 20 { usleep(10_000) }
            try Namespace.ip("link set lo up")
            take(30)
            let refused = venue.refusedMedia
            #expect(refused.count == 1 && refused[0] >= 20 && venue.refused > refused[0])
            // The numbers go round at 65 536.
            let steps = zip(numbers, numbers.dropFirst()).map { ($1 - $0 + 65_536) % 65_536 - 1 }
            #expect(numbers.count == 40 && steps.reduce(0, +) == refused[0])
            #expect(steps.count { $0 > 0 } == 1)
        }
    }
}
