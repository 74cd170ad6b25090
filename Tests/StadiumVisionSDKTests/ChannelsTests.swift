import Foundation
import NetworkFormats
import StadiumVisionSDK
import Testing
import Timing
import VenueSimulator

@Suite("Channel lists, messages and files")
struct ChannelsTests {
    @Test("B9, C10, D1, D2: every change of each list is told, in the order of the first announcements")
    func lists() throws {
        let sdk = try TestSDK.recorded()
        let lines = sdk.witness.lines.all
        #expect(lines.filter { $0.hasPrefix("video") } == ["video [Main]", "video [Main, Side]"])
        #expect(lines.filter { $0.hasPrefix("data ") } == ["data [scores]", "data [scores, alerts]"])
        #expect(lines.filter { $0.hasPrefix("files") } == ["files [replays]"])
        #expect(sdk.svm.getVideoChannelListArray().map(\.name) == ["Main", "Side"])
        #expect(sdk.svm.getDataChannelListArray().map(\.name) == ["scores", "alerts"])
        #expect(sdk.svm.getFileChannelListArray().map(\.name) == ["replays"])
        #expect(sdk.svm.videoChannels == sdk.svm.getVideoChannelListArray())
    }

    @Test("P1-P7, C5: a channel of any kind has the seven properties, and equals itself")
    func properties() throws {
        let sdk = try TestSDK.recorded()
        let main = try #require(sdk.video("Main"))
        #expect(main.name == "Main" && main.bandwidthKbps == 100 && main.sessionNum == 1)
        #expect(main.channelText == "The pitch")
        let others = sdk.svm.getDataChannelListArray() + sdk.svm.getFileChannelListArray()
        for channel in [main] + others {
            #expect(channel.venueName == "VenueName" && channel.contentOwner == "ContentOwner")
            #expect(channel.appDeveloper == "AppDeveloper")
        }
        #expect(others.map(\.sessionNum) == [3, 4, 5])
        #expect(main == sdk.svm.getVideoChannelListArray().first && main != sdk.video("Side"))
        #expect(Set([main] + sdk.svm.getVideoChannelListArray()).count == 2)
    }

    @Test("D1: who comes later is told the list at once, unless it is empty")
    func later() throws {
        let sdk = try TestSDK.recorded()
        let late = Witness()
        sdk.svm.addVideoChannelListDelegate(late)
        #expect(late.lines.wait { $0 == ["video [Main, Side]"] })
        let early = Witness()
        let idle = TestSDK()
        idle.svm.addVideoChannelListDelegate(early)
        idle.svm.shutdown()
        #expect(early.lines.all.isEmpty)
    }

    @Test(
        "B20, C11, D3, 3.19: each message is delivered once, in order, with its channel's name, to those who asked for it"
    )
    func messages() throws {
        let sdk = TestSDK(recording: try TestVenue.recording.get().path)
        let (scores, both, nobody) = (Witness(), Witness(), Witness())
        sdk.svm.addDataChannelObserver(scores, forChannelName: "scores")
        sdk.svm.addDataChannelObserver(scores, forChannelName: "scores")
        for name in ["scores", "alerts"] { sdk.svm.addDataChannelObserver(both, forChannelName: name) }
        sdk.svm.addDataChannelObserver(nobody, forChannelName: "no such channel")
        #expect(sdk.svm.start().isOk)
        #expect(both.lines.wait { $0.count == 8 })
        #expect(scores.lines.wait { $0.count == 4 })
        // Sent three times each, at 0.6 s and every 0.4 s behind.
        #expect(scores.lines.all == (0..<4).map { "scores: scores \($0)" })
        #expect(both.lines.all.filter { $0.hasPrefix("alerts") } == (0..<4).map { "alerts: alerts \($0)" })
        #expect(nobody.lines.all.isEmpty)
    }

    @Test("M13, M16: an observer of a channel object gets that channel's messages, and no other kind's is taken")
    func byChannel() throws {
        let sdk = try TestSDK.recorded()
        let (data, video) = (try #require(sdk.svm.getDataChannelListArray().first), try #require(sdk.video("Main")))
        let file = try #require(sdk.svm.getFileChannelListArray().first)
        let witness = Witness()
        #expect(sdk.svm.addDataChannelObserver(witness, forChannel: data).isOk)
        #expect(sdk.svm.removeDataChannelObserver(witness, forChannel: data).isOk)
        let wrong = sdk.svm.addDataChannelObserver(witness, forChannel: video)
        #expect(!wrong.isOk && wrong.errorString?.contains("\"Main\" is a video channel") == true)
        #expect(!sdk.svm.addDataChannelObserver(witness, forChannel: file).isOk)
        #expect(!sdk.svm.addFileChannelObserver(witness, forChannel: data).isOk)
    }

    @Test("X21, D5, F1-F13: files are told with their local name and URI, tabled, and found by URI")
    func files() throws {
        let sdk = try TestSDK.recorded()
        // The lengths of the files that the venue sends.
        let want: Set = ["replays: clips/goal 1.bin, 5000 bytes", "replays: line-up.txt, 11 bytes"]
        #expect(sdk.witness.lines.wait { want.isSubset(of: $0) })
        let channel = try #require(sdk.svm.getFileChannelListArray().first)
        var table = sdk.svm.getFileDistributionTable()
        #expect(Set(table["replays"].map { Array($0.keys) } ?? []) == ["clips/goal 1.bin", "line-up.txt"])
        let row = try #require(table["replays"]?["line-up.txt"])
        #expect(row["complete"] as? Bool == true && row["length"] as? Int == 11 && row["version"] as? Int == 1)
        #expect((row["toi"] as? Int ?? 0) > 0)
        let path = try #require(sdk.svm.getFileDistributionLocalFilename("line-up.txt", forChannelName: "replays"))
        #expect(row["localFilename"] as? String == path && path.hasPrefix("/"))
        #expect(sdk.svm.getFileDistributionLocalFilename("line-up.txt", forChannel: channel) == path)
        #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == TestVenue.files[1].bytes)
        for uri in ["", "../line-up.txt", "nothing", "/etc/passwd"] {
            #expect(sdk.svm.getFileDistributionLocalFilename(uri, forChannelName: "replays") == nil)
        }
        #expect(sdk.svm.getFileDistributionLocalFilename("line-up.txt", forChannelName: "elsewhere") == nil)
        // The table is a copy: what the caller changes is the caller's.
        table["replays"] = nil
        #expect(sdk.svm.getFileDistributionTable()["replays"]?.count == 2)
        sdk.svm.shutdown()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("D5: a file observer that comes later is told each complete file at once, and each once")
    func laterFiles() throws {
        let sdk = try TestSDK.recorded()
        #expect(sdk.witness.lines.wait { $0.count { $0.hasPrefix("replays:") } == 2 })
        let late = Witness()
        sdk.svm.addFileChannelObserver(late, forChannelName: "replays")
        #expect(late.lines.wait { $0.count == 2 })
        #expect(Set(late.lines.all) == Set(sdk.witness.lines.all.filter { $0.hasPrefix("replays:") }))
    }

    @Test("C6, M7, 3.10: Streamers that are not allowed are told of, and none of their channels")
    func streamers() throws {
        let sdk = try TestSDK.recorded()
        #expect(sdk.svm.getStreamerArray().map(\.address) == ["10.9.0.2"])
        #expect(
            sdk.svm.getStreamerArray().map(\.id) == ["a1"] && sdk.svm.getStreamerArray().map(\.name) == ["Press Box"])
        #expect(sdk.svm.getStreamerArray().map(\.isAllowed) == [true])
        let other = TestSDK(recording: try TestVenue.recording.get().path)
        other.svm.setConfig(["streamers": ["allowed": ["10.1.0.0/16"]]])
        #expect(other.svm.start().isOk)
        #expect(other.witness.lines.wait { _ in other.svm.getStreamerArray().map(\.isAllowed) == [false] })
        #expect(other.svm.getVideoChannelListArray().isEmpty)
    }
}
