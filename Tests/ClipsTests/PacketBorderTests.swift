import Bytes
import ClipSupport
import History
import TestSupport
import Testing
import Timing
import TransportStream

@testable import Clips

@Suite("The border of a clip of packets")
struct PacketBorderTests {
    /// By definitions D4: the first access unit at or behind the start; a picture at the very start is in, one before it is not.
    @Test("takes a random access point that is presented at the very start")
    func border() throws {
        let stream = try KeptStream(stream: try NumberedStream.fixture())
        let points = stream.pictures.filter { $0.unit.randomAccess != nil }.dropFirst().prefix(3)
        #expect(points.count == 3)
        for point in points {
            func clip(_ nanoseconds: Int64) throws -> [UInt8] {
                let start = point.pictureTime + StreamDuration(nanoseconds: nanoseconds)
                var request = ClipRequest(
                    window: .absolute(from: start, to: point.pictureTime + StreamDuration(milliseconds: 300)))
                request.accuracy = .packet
                return try TransportClip(request, of: stream.channel, from: stream.history).body.joined
            }
            let exact = try clip(0)
            #expect(try clip(-1) == exact)
            // The next picture may begin in the same datagram, and datagrams are taken whole.
            #expect(try clip(1).count <= exact.count)
        }
    }
}
