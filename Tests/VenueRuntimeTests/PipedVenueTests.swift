import Dispatch
import Foundation
import PacketIO
import Testing

@testable import VenueRuntime

@Suite("A venue whose capture comes through a pipe")
struct PipedVenueTests {
    @Test("answers and can be stopped while nothing comes", arguments: Pace.allCases)
    func silent(pace: Pace) throws {
        let bytes = try Data(contentsOf: URL(filePath: LiveClockTests.sample)).prefix(40_000)
        let pipe = Pipe()
        // A venue that waits for the pipe would be let go by this, and fail below.
        let isEnded = Guarded(false)
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(20)) {
            isEnded.withLock { $0 = true }
            try? pipe.fileHandleForWriting.close()
        }
        try pipe.fileHandleForWriting.write(contentsOf: bytes)
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        let venue = try LiveVenue(options: LiveOptions(source: .capture(path: path, pace: pace)))
        venue.start()
        for _ in 0..<2_000 where venue.health.datagrams == 0 { usleep(5_000) }
        usleep(100_000)
        #expect(venue.health.datagrams > 0 && !venue.health.isFinished)
        _ = venue.snapshot(notOlderThan: .zero)
        venue.stop()
        #expect(venue.health.isFinished)
        #expect(!isEnded.withLock { $0 })
    }
}
