import Foundation
import PacketIO
import TestSupport
import Testing

/// An application in a venue that the real Streamer program sends over loopback, as one day of about forty seconds that the
/// tests look back at.
@Suite(
    "The SDK in a venue",
    .enabled(if: Namespace.isPossible && NumberedStream.isPossible, "this needs ffmpeg and may make networks"))
struct SDKVenueTests {
    private let day: VenueDay

    private static let second: Int64 = 1_000_000_000

    /// The day, and beside it, in another network, what was counted of another venue.
    private static let runs: (day: Result<VenueDay, any Error>, accounts: Result<VenueAccounts, any Error>) = {
        let made = Guarded<Result<VenueAccounts, any Error>?>(nil)
        let finished = DispatchGroup()
        finished.enter()
        Thread.detachNewThread {
            let result = Result { try VenueAccounts.run() }
            made.withLock { $0 = result }
            finished.leave()
        }
        let day = Result { try VenueVisit.run() }
        finished.wait()
        return (day, made.withLock { $0 } ?? .failure(CancellationError()))
    }()

    init() throws { day = try Self.runs.day.get() }

    private var lines: [String] { day.entries.map(\.line) }

    /// When a line was first told, by the steady clock.
    private func instant(_ line: String, from start: Int = 0) throws -> Int64 {
        try #require(day.entries.dropFirst(start).first { $0.line == line }, "never told: \(line)").instant
    }

    // MARK: Discovery

    @Test("B9: four cameras, four data channels and the file channel are told as lists")
    func discovery() throws {
        _ = try #require(day.listed, "\(lines)")
        func first(_ kind: String, _ count: Int) -> Set<String>? {
            let list = lines.first { $0.hasPrefix(kind + " [") && $0.split(separator: ",").count == count }
            return list.map {
                Set($0.dropFirst(kind.count + 2).dropLast().components(separatedBy: ", "))
            }
        }
        #expect(first("video", 4) == ["Main", "Three", "Thirty", "Side"])
        #expect(first("data", 4) == Set(VenueFiles.data))
        #expect(first("files", 1) == ["replays"])
        // Down without channels, then up, and inside.
        let services = lines.filter { $0.hasPrefix("service") }
        #expect(services.prefix(2) == ["service 0 4", "service 1 0"])
        #expect(lines.contains("inside 1"))
        #expect(!lines.contains { $0.hasPrefix("start:") || $0.hasPrefix("play:") || $0.hasPrefix("no channel") })
    }

    // MARK: Playing

    /// The pictures that were shown before the play-head was moved first, without the still one that came at once.
    private var live: ArraySlice<NumberedView.Shown> {
        day.shown.prefix(day.jumps.first?.shown ?? 0).dropFirst()
    }

    /// How far the picture times of shown pictures are ahead of the steady clock: none is shown before its time, so it is as
    /// much as for the one that was least late.
    private func lead(_ shown: ArraySlice<NumberedView.Shown>) throws -> Int64 {
        try #require(shown.map { $0.time - $0.instant }.max())
    }

    /// What was shown from a jump on to the next one; what was on its way when it was made is left out.
    private func shown(behind name: String) throws -> ArraySlice<NumberedView.Shown> {
        let place = try #require(day.jumps.firstIndex { $0.name == name })
        let end = place + 1 < day.jumps.count ? day.jumps[place + 1].shown : day.shown.count
        let pictures = day.shown[day.jumps[place].shown..<end]
        let jump = pictures.indices.first { index in
            index > 0 && abs(day.shown[index].time - day.shown[index - 1].time) > Self.second
        }
        return pictures[(jump ?? pictures.startIndex)...]
    }

    /// Of those the ones whose picture times are settled, which takes two seconds from the first packet on (definitions A7).
    private var settled: ArraySlice<NumberedView.Shown> {
        let begin = (live.first?.instant ?? 0) + 3 * Self.second
        return live.drop { $0.instant < begin }
    }

    private static let step = second / 25

    /// Expects numbers and picture times to go on together.
    ///
    /// A picture may be passed over where the machine was late; picture times may be corrected by a millisecond at a random access
    /// point (definitions A7).
    private func expectSteps(_ pictures: ArraySlice<NumberedView.Shown>) throws {
        for (picture, next) in zip(pictures, pictures.dropFirst()) {
            let (number, following) = (try #require(picture.number), try #require(next.number))
            let steps = (following - number + VenueFiles.round) % VenueFiles.round
            #expect((1...25).contains(steps), "\(number) \(following)")
            #expect(abs(next.time - picture.time - Int64(steps) * Self.step) <= 2_100_000, "\(number) \(following)")
        }
    }

    @Test("V2: pictures are shown one after the other, with rising numbers, a twenty-fifth of a second apart")
    func playing() throws {
        try #require(live.count > 400)
        try expectSteps(settled)
        let start = try #require(lines.firstIndex(of: "open Main"))
        #expect(lines[start...].first { $0.hasSuffix(" Main") && !$0.hasPrefix("open") } == "play Main")
    }

    @Test("V5, D10, A11: rewinding 20 s shows the very picture of 20 s before the play-head, and goes on from there")
    func rewind() throws {
        let jump = try #require(day.jumps.first)
        #expect(jump.name == "rewind 20 s" && jump.isOk && jump.offsetMs == 20_000)
        // Where the play-head was by the clock, when the call was made and when it had returned; and 20 s before that.
        let lead = try lead(settled)
        let asked = [jump.before, jump.after].map { $0 + lead - 20 * Self.second }
        let behind = try shown(behind: "rewind 20 s")
        let first = try #require(behind.first)
        // The picture is the first one at or behind that instant, counted from one that was shown live shortly before it.
        let number = try #require(first.number)
        #expect(first.time >= asked[0] - 1_100_000 && first.time < asked[1] + Self.step + 1_100_000)
        let numbers = try asked.map { asked in
            let before = try #require(live.last { $0.time < asked })
            let steps = Int((asked - before.time + Self.step - 1) / Self.step)
            return (try #require(before.number) + steps) % VenueFiles.round
        }
        let choices = (numbers[1] - numbers[0] + VenueFiles.round) % VenueFiles.round
        #expect(choices <= 25 && (number - numbers[0] + VenueFiles.round) % VenueFiles.round <= choices, "\(numbers)")
        // By the numbers alone: as many pictures back as picture time went, twenty-five a second.
        let last = day.shown[behind.startIndex - 1]
        let steps = (try #require(last.number) - number + VenueFiles.round) % VenueFiles.round
        #expect(abs(Double(last.time - first.time) / Double(Self.step) - Double(steps)) < 0.6, "\(steps)")
        #expect((480...505).contains(steps), "\(steps)")
        // It goes on, and stays 20 s behind.
        try expectSteps(behind)
        #expect(behind.count > 20)
        let leadBehind = try self.lead(behind)
        #expect(abs(leadBehind - (lead - 20 * Self.second)) < 20_000_000)
        #expect(lines[jump.entries...].first { $0.hasSuffix(" Main") } == "rewind Main")
    }

    @Test("V3, V4, B18: seeking beyond the history goes to its ends, without an error")
    func clamps() throws {
        #expect(day.jumps.allSatisfy { $0.isOk })
        for name in ["back too far", "away too far"] {
            let jump = try #require(day.jumps.first { $0.name == name })
            #expect(abs(jump.offsetMs - jump.depthMs) < 100 && jump.depthMs > 21_000, "\(jump)")
        }
        // The oldest picture is a random access point: one in 25, from 0 on. It is older than the first one that was shown.
        let oldest = try #require(try shown(behind: "back too far").first)
        #expect(oldest.number.map { $0 % 25 } == 0)
        #expect(oldest.time <= (day.shown.first?.time ?? 0))
        let on = try #require(day.jumps.first { $0.name == "on too far" })
        #expect(on.offsetMs == 0)
        let difference = try lead(try shown(behind: "on too far")) - lead(settled)
        #expect(abs(difference) < 20_000_000)
    }

    @Test("V6: playLive comes back to where live play was")
    func returns() throws {
        let back = try #require(day.jumps.first { $0.name == "rewind 5 s" })
        #expect(back.offsetMs == 5_000)
        let jump = try #require(day.jumps.first { $0.name == "live" })
        #expect(jump.offsetMs == 0)
        #expect(lines[jump.entries...].first { $0.hasSuffix(" Main") } == "live Main")
        let behind = try shown(behind: "live")
        #expect(behind.count > 10)
        let difference = try lead(behind) - lead(settled)
        #expect(abs(difference) < 20_000_000)
    }

    // MARK: A channel that goes

    @Test("B16, 3.6, V10: a killed Streamer's channel is pruned in time, its player stopped, closed and told")
    func prune() throws {
        let gone = try #require(
            day.entries.first { $0.instant > day.killed && $0.line.hasPrefix("video [") })
        #expect(!gone.line.contains("Side"))
        // Ten periods of a second behind the last announcement, which was at most a period before the end; and a tick.
        let seconds = Double(gone.instant - day.killed) / 1e9
        #expect(seconds > 8.8 && seconds < 10 + 1.5, "\(seconds)")
        let told = lines.filter { ["stop Side", "close Side", "invalid Side"].contains($0) }
        #expect(told == ["stop Side", "close Side", "invalid Side"])
        let stopped = try instant("stop Side")
        #expect(stopped > day.killed && stopped - gone.instant < 2 * Self.second)
        #expect(day.pruned == [0, 1])
    }

    // MARK: Loss

    @Test("3.3, S14: the link indicator is what the datagrams on the wire make it, at 3 % and 30 % loss")
    func indicators() throws {
        for name in ["Three", "Thirty"] {
            let indicators = try #require(day.indicators[name])
            #expect(indicators.count == 3)
            for indicator in indicators {
                #expect(indicator.expected.contains(indicator.told), "\(name): \(indicator)")
                #expect(indicator.sessionTitle == "Game 12")
            }
        }
        // Windows of eight: 3 % hardly ever make one with four repairs fail, 30 % make three of five with two repairs fail
        // (binomial, 10 datagrams), so that ten seconds with an indicator of four do not come about by chance.
        #expect(try #require(day.indicators["Three"]).allSatisfy { $0.told >= 8 })
        #expect(try #require(day.indicators["Thirty"]).allSatisfy { $0.told <= 3 })
        #expect(try #require(day.losses["Three"]).lossy > 5)
        #expect(try #require(day.losses["Thirty"]).failed > 5)
    }

    @Test(
        "3.4, 3.5, B3: poor quality brings the service down after five seconds of the tuned channel, and only of that one"
    )
    func poorQuality() throws {
        #expect(!lines.prefix(day.tuned.entries).contains { $0 == "service 0 8" })
        let seconds = Double(try instant("service 0 8", from: day.tuned.entries) - day.tuned.instant) / 1e9
        // Five samples at whole seconds behind the tuning; the last one is looked at a moment later.
        #expect(seconds > 4 && seconds < 5 + 1.5, "\(seconds)")
        let up = day.entries.first { $0.instant >= day.closed && $0.line.hasPrefix("service") }
        #expect(up?.line == "service 1 0")
    }

    // MARK: The network

    @Test(
        "B10, 3.18: the interface goes down: the service and the lists too; it comes up: all is back for the same observers"
    )
    func network() throws {
        let between = Array(lines[day.down..<day.up])
        for line in ["service 0 2", "inside 0", "video []", "data []", "files []"] {
            #expect(between.count { $0 == line } == 1, "\(line): \(between)")
        }
        // The player's channel left the lists.
        #expect(between.filter { $0.hasSuffix(" Main") } == ["stop Main", "close Main", "invalid Main"])
        #expect(day.wasInside == [true, false, true])
        #expect(day.listsDown == [])
        #expect(day.listsUp.sorted() == (["Main", "Three", "Thirty", "replays"] + VenueFiles.data).sorted())
        let after = lines[day.up...]
        #expect(after.contains("service 1 0") && after.contains("inside 1"))
        for name in VenueFiles.data {
            #expect(after.count { $0.hasPrefix(name + ": ") } >= 8, "\(name)")
        }
    }

    // MARK: Messages and files

    @Test("B20, 3.19: the messages of each data channel come in order, each once", arguments: VenueFiles.data)
    func messages(_ name: String) throws {
        func numbers(_ entries: some Sequence<String>) -> [Int] {
            entries.filter { $0.hasPrefix(name + ": ") }.map { Int($0.dropFirst(name.count + 2)) ?? -1 }
        }
        let before = numbers(lines[..<day.down])
        #expect(before.count > 100)
        #expect(before == Array(0..<before.count))
        let all = numbers(lines)
        #expect(Set(all).count == all.count)
        // While the interface was down some were never sent. Behind that they go on one by one; a repetition of one whose first
        // sending was refused may come between the first ones.
        let after = Array(numbers(lines[day.up...]).dropFirst(3))
        #expect(zip(after, after.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(after)")
    }

    @Test("F6, 3.19: the files that are told hold what was sent, byte by byte")
    func sentFiles() {
        #expect(day.files == VenueFiles.files)
    }

    // MARK: Statistics

    /// Where the report says what a key of the guide counts; by hand after definitions D11 and D12.
    private static let reported = [
        "protection_windows": "windows.protection_windows", "window_no_loss": "windows.window_no_loss",
        "window_recovery_successes": "windows.window_recovery_successes",
        "window_recovery_failures": "windows.window_recovery_failures",
        "window_warning": "windows.window_warning", "window_error": "windows.window_error",
        "session_link_indicator": "link.session_link_indicator",
        "num_ts_discontinuities": "ts.num_ts_discontinuities",
        "num_dropped_video_frames": "video.num_dropped_video_frames",
    ]

    private static func number(_ path: String, in object: [String: Any]) -> Int? {
        path.split(separator: ".").reduce(object as Any?) { ($0 as? [String: Any])?[String($1)] } as? Int
    }

    @Test(
        "D11: the SDK, the server and its report agree number by number on a live camera tuned before its first packet")
    func accounts() throws {
        let accounts = try Self.runs.accounts.get()
        #expect(accounts.early == 0)
        try #require(accounts.sdk.count == 2)
        let sdk = accounts.sdk[0]
        #expect(sdk.count == 25 && Set(sdk.keys) == Set(accounts.server.keys))
        for (key, value) in sdk where key != "session_uptime" {
            #expect(value == accounts.server[key], "\(key)")
            #expect(value == accounts.sdk[1][key], "\(key)")
        }
        let report = try VenueAccounts.object(accounts.report)
        let channel = try #require(
            (report["channels"] as? [[String: Any]])?.first { $0["name"] as? String == "Late" })
        for (key, path) in Self.reported {
            #expect(sdk[key] == "\(Self.number(path, in: channel) ?? 0)", "\(key)")
        }
        for key in ["announcementsReceived", "channelsAdded", "channelsPruned", "listenerIgmpRestarts"] {
            #expect(sdk[key] == Self.number("announcements." + key, in: report).map { "\($0)" }, "\(key)")
        }
        #expect(sdk["total_num_bytes_written"] == Self.number("ts.packets", in: channel).map { "\($0 * 188)" })
        #expect((sdk["protection_windows"].flatMap { Int($0) } ?? 0) > 20)
        #expect((sdk["window_recovery_successes"].flatMap { Int($0) } ?? 0) > 5)
    }
}
