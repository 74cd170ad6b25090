import Foundation
import TestSupport
import Testing

/// One session of half a minute and more with senders and players of others; every test looks at what was seen of it.
///
/// Numbers are those of the programs that made or played the pictures, of the kernel's packet filter, and of RFC 8216.
@Suite(
    "A venue among peers",
    .enabled(if: PeerVenue.hasPeers, "needs the programs that `make peers` installs"),
    .enabled(if: Namespace.isPossible, "this process may not make network namespaces"))
struct PeersTests {
    private static let session = Task { try await PeerRun.perform() }

    private func channel(_ name: String, _ report: PeerRun.Report?) throws -> PeerRun.Report.Channel {
        let found = try #require(report).channels.filter { $0.name == name }
        #expect(found.count == 1)
        return try #require(found.first)
    }

    @Test("shows what others send, with its name, its carriage and its correction, and nothing is lost")
    func showsChannels() async throws {
        let report = try await Self.session.value.healthy
        #expect(report?.channels.count == 4)
        for name in ["A", "B"] {
            let channel = try channel(name, report)
            #expect(channel.carriage == "rtp-mp2t")
            #expect(channel.origin == "detected")
            let correction = try #require(channel.fec)
            #expect(correction.scheme == "st2022-1")
            #expect([correction.columns, correction.rows] == [5, 5])
            #expect(correction.mode == "both")
            #expect(channel.rtp?.lost == 0)
            #expect(channel.rtp?.sequenceResets == 0)
        }
        let plain = try channel("C", report)
        #expect(plain.carriage == "udp-mp2t")
        #expect(plain.origin == "detected")
    }

    @Test("joins what SAP announces, and says that there is no transport stream in it")
    func joinsAnnounced() async throws {
        let run = try await Self.session.value
        let channel = try channel(PeerVenue.announcedName, run.final)
        #expect(channel.carriage == "rtp-es")
        #expect(channel.origin == "announced")
        #expect((channel.rtp?.received ?? 0) > 100)
        #expect(channel.rtp?.lost == 0)
        let refusal = try #require(run.refusal)
        #expect(refusal.status == 404)
        #expect(String(decoding: refusal.body, as: UTF8.self).contains("no transport stream"))
    }

    @Test(
        "gives clips of ten seconds that begin with a key frame and decode without an error",
        arguments: ["A", "B", "C"])
    func givesClips(_ name: String) async throws {
        let clip = try #require(try await Self.session.value.clips[name])
        #expect(clip.answer.status == 200)
        #expect(clip.status == 0)
        #expect(clip.errors == "")
        #expect(clip.pictures.first?.isKey == true)
        #expect(clip.answer.headers["x-clip-lost-packets"] == "0")
        // 25 pictures a second. At the live edge the two before a reference, which are sent behind it, may be missing yet,
        // and how long the last one is presented is known only later.
        let pictures = Int((clip.number("x-clip-duration") * 25).rounded())
        #expect((249...252).contains(pictures))
        #expect((0...2).contains(pictures - clip.presented.count))
        #expect(PictureNumbers.breaks(clip.presented).allSatisfy { $0 >= clip.presented.count - 2 })
        #expect(clip.numbers.count == clip.pictures.count)
    }

    @Test("answers requests for ranges, for heads, and for what has not changed")
    func answersRequests() async throws {
        let answers = try #require(try await Self.session.value.requests)
        let whole = answers.whole
        #expect(whole.status == 200)
        #expect(whole.headers["content-type"] == "video/mp2t")
        #expect(whole.headers["content-length"] == String(whole.body.count))
        let tag = try #require(whole.headers["etag"])
        #expect(answers.head.status == 200)
        #expect(answers.head.headers["content-length"] == String(whole.body.count))
        #expect(answers.middle.status == 206)
        #expect(answers.middle.headers["content-range"] == "bytes 188-375/\(whole.body.count)")
        #expect(answers.middle.body == Array(whole.body.dropFirst(188).prefix(188)))
        #expect(answers.last.status == 206)
        #expect(answers.last.body == Array(whole.body.suffix(188)))
        #expect(answers.behind.status == 416)
        #expect(answers.behind.headers["content-range"] == "bytes */\(whole.body.count)")
        #expect(answers.unchanged.status == 304)
        #expect(answers.unchanged.body.isEmpty)
        for answer in [answers.head, answers.middle, answers.last, answers.unchanged] {
            #expect(answer.headers["etag"] == tag)
        }
    }

    @Test(
        "plays for thirty seconds without an error, every picture in its turn",
        arguments: ["ffmpeg-B", "gstreamer-B"])
    func plays(_ player: String) async throws {
        let showing = try #require(try await Self.session.value.players[player])
        #expect(showing.status == 0)
        #expect(showing.complaints == "")
        #expect(showing.pictures.count == PeerPlayer.pictures)
        #expect(PictureNumbers.breaks(showing.pictures) == [])
    }

    @Test("plays for thirty seconds without an error across a restart of the sender")
    func playsAcrossRestart() async throws {
        let showing = try #require(try await Self.session.value.players["ffmpeg-A"])
        #expect(showing.status == 0)
        #expect(showing.complaints == "")
        #expect(showing.pictures.count == PeerPlayer.pictures)
        let breaks = PictureNumbers.breaks(showing.pictures)
        // The loop begins anew. The pictures before a late one, which are sent behind it, may be missing at the end.
        let beginning = try #require(breaks.last)
        #expect(showing.pictures[beginning] == 0)
        #expect(breaks.allSatisfy { $0 >= beginning - 1 })
    }

    @Test("keeps to RFC 8216 at every look at the lists", arguments: ["A", "B", "C"])
    func keepsToTheRules(_ name: String) async throws {
        let sight = try #require(try await Self.session.value.sights[name])
        #expect(sight.looks >= 20)
        #expect(sight.complaints == [])
        #expect(sight.missing == [])
        #expect(sight.newest?.isIndependent == true)
        // More than thirty seconds of segments that begin with key frames a second apart.
        #expect(sight.segments.count >= 30)
        let target = try #require(sight.newest?.target)
        #expect(sight.longestLag <= Double(3 * target), "the list stood still")
    }

    @Test("keeps segments as they were, and lets each follow the one before without a break")
    func keepsSegments() async throws {
        let run = try await Self.session.value
        #expect(run.refetched >= 40)
        #expect(run.changed == [])
        #expect(run.joints.count == 4)
        for joint in run.joints {
            #expect(joint.status == 0)
            #expect(joint.errors == "")
        }
    }

    @Test("goes on when the sender starts again: one discontinuity, and a clip across it that plays")
    func goesOn() async throws {
        let run = try await Self.session.value
        #expect(run.sights["A"]?.discontinuities.count == 1)
        #expect(run.sights["B"]?.discontinuities == [])
        #expect(run.sights["C"]?.discontinuities == [])
        let restarted = try channel("A", run.restarted)
        #expect(restarted.rtp?.sequenceResets == 1)
        #expect(restarted.rtp?.lost == 0)
        #expect(run.restarted?.findings.filter { $0.id == "windows.failed" && $0.channel == restarted.id } == [])
        let steady = try channel("B", run.final)
        #expect(steady.rtp?.sequenceResets == 0)
        let clip = try #require(run.clips["both"])
        #expect(clip.answer.status == 200)
        #expect(clip.answer.headers["x-clip-parts"] == "2")
        #expect(clip.status == 0)
        #expect(clip.errors == "")
        #expect(clip.pictures.first?.isKey == true)
        #expect(clip.numbers.count == clip.pictures.count)
        #expect((1...2).contains(PictureNumbers.breaks(clip.numbers).count))
    }

    @Test("counts what the kernel dropped, and repairs it")
    func countsLosses() async throws {
        let run = try await Self.session.value
        let lossy = try channel("A", run.final)
        #expect(run.dropped > 0)
        #expect(lossy.rtp?.lost == run.dropped)
        #expect(lossy.rtp?.received == run.arrived - run.dropped)
        let correction = try #require(lossy.fec)
        #expect(correction.recovered > 0)
        #expect(correction.recovered + correction.unrecovered == run.dropped)
        let whole = try channel("B", run.final)
        #expect(whole.rtp?.lost == 0)
        #expect(whole.fec?.unrecovered == 0)
    }

    @Test("ends when told, and leaves a recording that says what the server said")
    func endsAndRecords() async throws {
        let run = try await Self.session.value
        #expect(run.exit.isInTime, "it did not end within six seconds")
        #expect(run.exit.status == 0)
        #expect(run.recordedReport.contains("\"channels\":["))
        #expect(run.recordedReport == run.analyzedReport)
    }
}
