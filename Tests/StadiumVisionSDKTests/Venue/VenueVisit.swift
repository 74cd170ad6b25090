import DeviceLink
import Foundation
import PacketIO
import StadiumVisionSDK
import TestSupport

/// An application at work in a venue: starts the SDK, has the Streamers sent, and does what a day brings.
///
/// It belongs to the thread that makes it, whose network it is in.
final class VenueVisit {
    private let diary = Diary()
    private let witness: Witness
    private let keeper = FileKeeper()
    private let view = NumberedView()
    private let center = NotificationCenter()
    private let files: VenueFiles
    private let tap: WireTap
    private let svm: StadiumVisionMobile
    private let following: Witness.Following
    private var programs: [ChildProgram] = []
    private var day = VenueDay()

    private static let second: Int64 = 1_000_000_000

    private init(_ files: VenueFiles) throws {
        self.files = files
        tap = try WireTap(VenueFiles.lossy)
        witness = Witness { [diary] in diary.add($0) }
        var environment = SDKEnvironment.bare(
            identityPath: files.folder + "/device-uuid", link: NetlinkLink(interface: "lo"))
        environment.notifications = center
        svm = StadiumVisionMobile(environment: environment)
        following = witness.follow(center)
    }

    /// The whole day, in a network of its own; about forty seconds.
    static func run() throws -> VenueDay {
        let folder = NSTemporaryDirectory() + "svm-day-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let made = Guarded(VenueDay())
        let files = try VenueFiles(in: folder)
        try Namespace.run {
            let visit = try VenueVisit(files)
            try visit.spend()
            let day = visit.day
            made.withLock { $0 = day }
        }
        return made.withLock { $0 }
    }

    private func spend() throws {
        try begin()
        let main = VisitController(svm, "Main", diary)
        let side = VisitController(svm, "Side", diary)
        let spare = VisitController(svm, "spare", diary)
        main.setRenderVideoView(view)
        play("Main", main)
        play("Side", side)
        play("Three", spare)
        sleep(until: 5)
        day.pruned = [number("channelsPruned")]
        day.killed = NumberedView.now
        programs[1].end(by: SIGKILL)
        sleep(until: 11)
        watchIndicator("Three")
        day.tuned = (NumberedView.now, diary.all.count)
        play("Thirty", spare)
        diary.wait(from: day.tuned.entries, seconds: 10) { $0.contains("service 0 8") }
        watchIndicator("Thirty")
        day.closed = NumberedView.now
        spare.stop()
        diary.wait { $0.contains("invalid Side") }
        day.pruned.append(number("channelsPruned"))
        sleep(until: 22.5)
        seek(main)
        try loseNetwork()
        end()
    }

    // MARK: Beginning and end

    private func begin() throws {
        svm.setConfig(["license": TestVenue.triplet, "wifi": ["interface": "lo"]])
        svm.addVideoChannelListDelegate(witness)
        svm.addDataChannelListDelegate(witness)
        svm.addFileChannelListDelegate(witness)
        for name in VenueFiles.data { svm.addDataChannelObserver(witness, forChannelName: name) }
        svm.addFileChannelObserver(keeper, forChannelName: "replays")
        let status = svm.start()
        if let error = status.errorString { diary.add("start: \(error)") }
        diary.wait { $0.contains("service 0 4") }
        for name in ["first", "second"] {
            programs.append(
                try ChildProgram(
                    [
                        ChildProgram.products + "svmstreamer", "--venue", "\(files.folder)/\(name).json", "--seconds",
                        "120",
                    ], output: "\(files.folder)/\(name).log"))
        }
        if diary.wait(until: { Self.isComplete($0, cameras: 4) }) { day.listed = NumberedView.now }
    }

    private func end() {
        svm.shutdown()
        tap.stop()
        for program in programs { program.end(by: SIGTERM) }
        day.entries = diary.all
        day.shown = view.shown
        day.files = keeper.all
    }

    /// Whether the last lists that were told have so many cameras, and all data channels and files.
    private static func isComplete(_ lines: [String], cameras: Int) -> Bool {
        func count(_ kind: String) -> Int? {
            lines.last { $0.hasPrefix(kind + " [") }.map { $0.split(separator: ",").count }
        }
        return count("video") == cameras && count("data") == 4 && lines.contains("files [replays]")
    }

    // MARK: Playing

    private func play(_ name: String, _ controller: SVMVideoViewController) {
        guard let channel = svm.getVideoChannelListArray().first(where: { $0.name == name }) else {
            return diary.add("no channel \(name)")
        }
        if let error = controller.playVideoChannel(channel).errorString { diary.add("play: \(error)") }
    }

    private func number(_ key: String) -> Int { svm.stats()[key] as? Int ?? -1 }

    /// Sleeps until so many seconds behind the instant at which all was listed.
    private func sleep(until seconds: Double) {
        let end = (day.listed ?? NumberedView.now) + Int64(seconds * 1e9)
        while NumberedView.now < end { usleep(5_000) }
    }

    /// Compares the indicator with the wire three times, in the middle of a second.
    private func watchIndicator(_ name: String) {
        for _ in 0..<3 {
            var now = SystemClock().read().realtime
            while now % Self.second < Self.second * 6 / 10 || now % Self.second > Self.second * 8 / 10 {
                usleep(5_000)
                now = SystemClock().read().realtime
            }
            let statistics = svm.stats()
            guard let tally = tap.tally(name) else { return }
            let second = now / Self.second
            day.indicators[name, default: []].append(
                VenueDay.Indicator(
                    told: statistics["session_link_indicator"] as? Int ?? -1,
                    expected: [second, second - 1].map { tally.indicator(at: $0) },
                    sessionTitle: statistics["announcement_session_title"] as? String ?? ""))
            day.losses[name] = tally.losses
            usleep(300_000)
        }
    }

    private func seek(_ main: SVMVideoViewController) {
        jump("rewind 20 s", main, seconds: 1.5) { svm.rewindForDuration(-20_000) }
        jump("back too far", main, seconds: 0.7) { main.seekRelative(-3_600_000) }
        jump("away too far", main, seconds: 0.7) { main.seekAbsolute(.max) }
        jump("on too far", main, seconds: 0.7) { main.seekRelative(.max) }
        jump("rewind 5 s", main, seconds: 0.7) { main.rewindForDuration(5_000) }
        jump("live", main, seconds: 1) { main.playLive() }
    }

    private func jump(_ name: String, _ main: SVMVideoViewController, seconds: Double, _ call: () -> SVMStatus) {
        let shown = view.shown.count
        let entries = diary.all.count
        let before = NumberedView.now
        let status = call()
        let after = NumberedView.now
        day.jumps.append(
            VenueDay.Jump(
                name: name, isOk: status.isOk, before: before, after: after, shown: shown, offsetMs: main.offsetMs,
                depthMs: main.depthMs, entries: entries))
        usleep(UInt32(seconds * 1e6))
    }

    // MARK: The network

    private func loseNetwork() throws {
        day.wasInside = [svm.isConnectedToVenue()]
        day.down = diary.all.count
        try Namespace.ip("link set lo down")
        diary.wait(from: day.down) { lines in
            ["service 0 2", "inside 0", "video []", "data []", "files []"].allSatisfy(lines.contains)
        }
        usleep(1_200_000)
        day.wasInside.append(svm.isConnectedToVenue())
        day.listsDown = names
        day.up = diary.all.count
        try Namespace.ip("link set lo up")
        diary.wait(from: day.up) { Self.isComplete($0, cameras: 3) && $0.contains("service 1 0") }
        let known = diary.all.count
        diary.wait(from: known, seconds: 6) { lines in
            VenueFiles.data.allSatisfy { name in lines.count { $0.hasPrefix(name + ": ") } >= 8 }
        }
        day.wasInside.append(svm.isConnectedToVenue())
        day.listsUp = names
    }

    private var names: [String] {
        (svm.getVideoChannelListArray() + svm.getDataChannelListArray() + svm.getFileChannelListArray()).map(\.name)
    }
}
