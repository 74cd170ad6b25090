import Glibc
import HTTPServing
import Timing
import VenueRuntime

/// Clients that are in no hurry, and clients that go.
extension FaultRun {
    private static let idleCount = 1_000
    private static let slowHeadCount = 50
    private static let slowReaderCount = 100
    private static let goneCount = 200
    private static let parkedCount = 50
    /// Clips asked for at once: more than the workers' queue takes would be refused.
    private static let batch = 25
    /// What the system takes in for a slow reader, in bytes.
    private static let smallWindow: Int32 = 8_192
    /// How long connections that are over may take to be gone, in seconds.
    private static let patience = 3.0

    /// Keeps a thousand connections open, each of which has asked for something once.
    mutating func idle(_ check: inout FaultCheck) {
        var idle = (0..<Self.idleCount).compactMap { _ in FaultClient(port: rig.server.port, asking: "/healthz") }
        let answered = idle.count { !$0.take(4_096).isEmpty }
        check.expect(answered == Self.idleCount, "only \(answered) of \(Self.idleCount) connections were answered")
        let held = rig.server.load.connections
        check.tell("\(held) connections")
        check.expect(held >= Self.idleCount, "the server holds \(held) connections of \(Self.idleCount)")
        let processor = FaultTime.processor()
        FaultTime.sleep(1)
        check.tell("\(FaultProbe.milliseconds(FaultTime.processor() - processor)) ms of processor time in a second")
        var probe = probe()
        FaultTime.repeating(for: 2 * pace) { probe.ask() }
        let open = idle.count { !$0.isClosed }
        check.expect(open == Self.idleCount, "the server closed \(Self.idleCount - open) idle connections")
        probe.judge(&check, usual: usual)
        idle.removeAll()
        expectNothingLeft(&check)
    }

    /// Sends request heads a byte at a time, until the server closes the connections at its deadline.
    mutating func slowHeads(_ check: inout FaultCheck) {
        let slow = (0..<Self.slowHeadCount).compactMap { _ in FaultClient(port: rig.server.port) }
        let text = Array("GET /healthz HTTP/1.1\r\nHost: slow\r\nX-Slow: \(String(repeating: "x", count: 500))".utf8)
        var probe = probe()
        let deadline = FaultRig.headDeadline / .seconds(1)
        let wait = FaultWait()
        var open = slow
        for byte in text {
            open = open.filter { !$0.isClosed && $0.send(String(UnicodeScalar(byte))) }
            if open.isEmpty || wait.isLonger(than: deadline + 3) { break }
            probe.ask()
            FaultTime.sleep(0.2)
        }
        let took = wait.seconds
        check.tell("\(slow.count) heads, the last cut off after \(Self.tenths(took)) s")
        check.expect(slow.count == Self.slowHeadCount, "only \(slow.count) connections were made")
        check.expect(open.isEmpty && took >= deadline - 0.3, "heads were not cut off at the deadline of \(deadline) s")
        probe.judge(&check, usual: usual)
        expectNothingLeft(&check)
    }

    /// Reads clips and segments a byte now and then.
    mutating func slowReaders(_ check: inout FaultCheck) {
        let segments = ids.compactMap { id in
            rig.get("/hls/\(id)/live.m3u8").flatMap { FaultPlaylist($0.text) }?.last?.path
        }
        check.expect(segments.count == ids.count, "only \(segments.count) playlists were answered")
        var slow: [FaultClient] = []
        var begun = 0
        for number in 0..<(Self.slowReaderCount / Self.batch) {
            let clients = (0..<Self.batch).compactMap { index in
                let clip = "/api/v1/channels/\(ids[(index + number) % ids.count])/clip.ts?last=8s"
                let path = index % 2 == 0 || segments.isEmpty ? clip : segments[index / 2 % segments.count]
                return FaultClient(port: rig.server.port, window: Self.smallWindow, asking: path)
            }
            begun += clients.count { $0.takesAnswer(of: 1_024) }
            slow += clients
        }
        check.expect(begun == Self.slowReaderCount, "only \(begun) of \(Self.slowReaderCount) were answered 200")
        var probe = probe()
        var taken = 0
        FaultTime.repeating(for: 4 * pace) {
            for client in slow { taken += client.take(1).count }
            probe.ask()
        }
        check.tell("\(begun) readers, \(rig.server.load.requests) answers under way, \(taken) bytes taken")
        check.expect(rig.server.load.requests >= Self.slowReaderCount / 4, "hardly an answer was still under way")
        probe.judge(&check, usual: usual)
        slow.removeAll()
        expectNothingLeft(&check)
    }

    /// Closes connections behind the first bytes of a clip, half of them by a reset.
    mutating func goneInClip(_ check: inout FaultCheck) {
        var begun = 0
        var probe = probe()
        for number in 0..<(Self.goneCount / Self.batch) {
            let clients = (0..<Self.batch).compactMap { index in
                let path = "/api/v1/channels/\(ids[(index + number) % ids.count])/clip.ts?last=8s"
                return FaultClient(port: rig.server.port, window: Self.smallWindow, asking: path)
            }
            for client in clients[..<(clients.count / 2)] { client.resetsWhenClosed() }
            begun += clients.count { $0.takesAnswer(of: 16) }
            probe.ask()
        }
        check.tell("\(begun) readers")
        check.expect(begun == Self.goneCount, "only \(begun) of \(Self.goneCount) were answered 200")
        probe.judge(&check, usual: usual)
        expectNothingLeft(&check)
    }

    /// Closes connections whose answer waits for a window that has not passed.
    mutating func goneParked(_ check: inout FaultCheck) {
        guard let now = rig.venue.health.now else { return check.fail("there is no stream time") }
        let start = now.nanoseconds / 1_000_000_000 + 15
        var parked: [FaultClient] = []
        for index in 0..<Self.parkedCount {
            let path = "/api/v1/channels/\(ids[index % ids.count])/clip.ts?start=\(start)&duration=5s&wait=1"
            guard let client = FaultClient(port: rig.server.port, asking: path) else { continue }
            if index % 2 == 0 { client.resetsWhenClosed() }
            parked.append(client)
        }
        let areParked = FaultTime.holds(within: Self.patience) { rig.server.load.suspended >= Self.parkedCount }
        check.expect(areParked, "only \(rig.server.load.suspended) of \(Self.parkedCount) requests wait")
        check.tell("\(parked.count) waiting")
        var probe = probe()
        probe.ask()
        parked.removeAll()
        expectNothingLeft(&check)
        probe.ask()
        probe.judge(&check, usual: usual)
    }

    private func expectNothingLeft(_ check: inout FaultCheck) {
        let server = rig.server
        let isGone = FaultTime.holds(within: Self.patience) {
            let load = server.load
            return load.connections == 0 && load.requests == 0 && load.suspended == 0 && load.queuedWork == 0
        }
        check.expect(isGone, "after \(Int(Self.patience)) s the server still has \(server.load)")
    }
}
