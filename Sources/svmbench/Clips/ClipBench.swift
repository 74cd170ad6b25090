import Glibc
import HTTPServing
import PacketIO
import ReplayService
import Storage
import VenueRuntime
import VenueSimulator

/// Clips of 10 s of 720p50 at 6 Mb/s: made in this process, fetched over the loopback interface with what goes with them, and
/// cut by other programs out of the same stream in the same run; all beside a plain copy of as many bytes.
struct ClipBench {
    static let name = "clip"
    /// How long each clip is, in seconds.
    static let length = 10
    /// Clips of each kind.
    static let rounds = 200

    /// Measures; nil with a sentence on standard error when something is not as it should be.
    func run() -> BenchResult? {
        guard let source = ClipSource() else { return nil }
        let capture = source.folder + "/rec.pcap"
        do {
            guard try ClipCapture.write(source.material(), seconds: ClipSource.seconds, to: capture) else {
                Bench.say("cannot write \(capture): \(String(cString: strerror(errno)))")
                return nil
            }
            let venue = try LiveVenue(options: LiveOptions(source: .capture(path: capture, pace: .fast)))
            venue.start()
            defer { venue.stop() }
            guard FaultTime.holds(within: 60, { venue.health.isFinished }) else {
                Bench.say("\(capture) was not read in a minute")
                return nil
            }
            return try measure(venue, source)
        } catch {
            Bench.say("\(error)")
            return nil
        }
    }

    private func measure(_ venue: LiveVenue, _ source: borrowing ClipSource) throws -> BenchResult? {
        guard var maker = ClipMaking(venue) else {
            Bench.say("the camera was not kept")
            return nil
        }
        var result = BenchResult(name: Self.name)
        try maker.run(rounds: Self.rounds)
        maker.add(to: &result)
        guard let (served, company) = try serve(venue, maker, source.folder) else { return nil }
        served.add(to: &result)
        company.add(to: &result)
        let movie = maker.times[.movie, default: ClipTimes()].percentile(50)
        let fetched = served.times[.movie, default: ClipTimes()].percentile(50)
        let own = try maker.movie()
        guard
            ClipPeers(source, own: own.bytes, pictures: own.pictures)
                .add(to: &result, movie: movie, fetched: fetched)
        else {
            return nil
        }
        return result
    }

    /// The same clips over the loopback interface, from the server as it is, and what goes with them.
    private func serve(
        _ venue: LiveVenue, _ maker: ClipMaking, _ folder: String
    ) throws -> (clips: ClipFetching, company: ClipCompany)? {
        var options = ReplayOptions()
        options.clips = try ClipStore(path: folder + "/saved")
        options.pinsEvidence = false
        let service = ReplayService(venue: venue, options: options)
        service.start()
        defer { service.stop() }
        let server = try HTTPServer(
            options: ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: service)
        defer { server.stop(grace: .zero) }
        var fetching = ClipFetching(port: server.port)
        guard fetching.run(rounds: Self.rounds, maker) else { return nil }
        var company = ClipCompany(port: server.port, channels: maker.cameras, folder: folder)
        return company.run(maker) ? (fetching, company) : nil
    }
}
