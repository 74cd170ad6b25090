import Glibc
import VenueSimulator

/// Writes benchmark captures: RTP/TS cameras of 5 Mb/s that lose packets.
struct CaptureMaker {
    var channels = 8
    var megabytes = 500
    var loss = 0.005
    var seed: UInt64 = 1
    var isProtected = false
    var format = SimulatedVenue.CaptureFormat.pcap

    private static let bitRate = 5_000_000

    struct WriteFailure: Error {}

    /// The arguments with which this program writes the same capture to `path`.
    func arguments(for path: String) -> [String] {
        let numbers = ["--megabytes", "\(megabytes)", "--channels", "\(channels)", "--seed", "\(seed)"]
        let flags = (isProtected ? ["--fec"] : []) + (format == .pcapng ? ["--pcapng"] : [])
        return numbers + flags + ["make-capture", path]
    }

    /// Writes the capture to `path`; how many bytes it has, or nil with a sentence on standard error.
    func write(to path: String) -> Int? {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else {
            Bench.say("cannot write \(path): \(String(cString: strerror(errno)))")
            return nil
        }
        defer { close(file) }
        let spec = VenueSpec.cameras(channels, bitRate: Self.bitRate, loss: loss, isProtected: isProtected, seed: seed)
        // A datagram of 1316 media bytes takes 70 bytes more in the capture.
        let seconds = max(1, megabytes * 8_000_000 / (channels * Self.bitRate) * 1316 / 1386)
        var total = 0
        do {
            _ = try SimulatedVenue.write(spec, seconds: seconds, format: format) { chunk in
                total += chunk.count
                guard chunk.withUnsafeBytes({ Glibc.write(file, $0.baseAddress, $0.count) }) == chunk.count else {
                    throw WriteFailure()
                }
            }
            return total
        } catch {
            Bench.say("cannot write \(path): \(String(cString: strerror(errno)))")
            return nil
        }
    }

    /// Writes the sample called `name`; false with a sentence on standard error when that is impossible.
    static func write(sample name: String, to path: String) -> Bool {
        guard let sample = SampleVenue.all.first(where: { $0.name == name }) else {
            Bench.say("there is no sample \(name); there are: \(SampleVenue.all.map(\.name).joined(separator: ", "))")
            return false
        }
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        let bytes = sample.capture()
        defer { if file >= 0 { close(file) } }
        guard file >= 0, bytes.withUnsafeBytes({ Glibc.write(file, $0.baseAddress, $0.count) }) == bytes.count else {
            Bench.say("cannot write \(path): \(String(cString: strerror(errno)))")
            return false
        }
        return true
    }
}
