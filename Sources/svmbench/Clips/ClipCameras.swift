import Foundation
import Glibc
import NetworkFormats
import PacketIO
import Timing
import VenueRuntime
import VenueSettings
import VenueSimulator

/// The cameras of the load: one stream sent to many groups, each a little later than the one before, until a byte comes in.
struct ClipCameras {
    var channels: Int

    /// From one camera to the next: their random access points are spread over a second.
    private static let stagger: Int64 = 131
    private static let spread: Int64 = 1_000

    private static func group(_ index: Int) -> Endpoint {
        Endpoint(IPAddress(v4: 0xef4d_3e00 + UInt32(truncatingIfNeeded: index)), 5_000)
    }

    /// What the receiver joins.
    static func joins(_ channels: Int) -> [JoinAddress] {
        (0..<channels).compactMap { JoinAddress("rtp://\(group($0))") }
    }

    /// Sends, and writes how many datagrams the system refused; false with a sentence on standard error when it cannot send.
    func run(_ path: String) -> Bool {
        do {
            let material = try LoopMaterial([UInt8](Data(contentsOf: URL(filePath: path))))
            let venue = EmbeddedVenue(
                (0..<channels).map { index in
                    SenderSpec(
                        name: "Camera \(index + 1)", material: material, destination: Self.group(index),
                        start: StreamDuration(milliseconds: Int64(index) * Self.stagger % Self.spread),
                        seed: UInt64(index) + 1)
                })
            try venue.start()
            var byte: UInt8 = 0
            _ = read(STDIN_FILENO, &byte, 1)
            venue.stop()
            Bench.put("\(venue.refused)\n", to: STDOUT_FILENO)
            return true
        } catch {
            Bench.say("\(error)")
            return false
        }
    }
}
