public import NetworkFormats
public import Timing
import VenueWire

extension NativeVenueSpec {
    /// The demo: four cameras, of which "Sideline" loses about one packet in twenty to bursts that its windows repair;
    /// scores and alerts as messages; and the programme as files.
    ///
    /// Media goes to 239.77.42.1…7:5000 from `source`.
    public static func demo(
        mainCamera: LoopMaterial, sideline: LoopMaterial, start: StreamTime, duration: StreamDuration? = nil,
        announcements: Endpoint = Endpoint(IPAddress(v4: 0xefff_2a01), 9_875),
        source: Endpoint = Endpoint(IPAddress(v4: 0x7f00_0001), 5_000)
    ) -> Self {
        let bursts = LossModel.gilbertElliott(toBad: 0.02, toGood: 0.4, lossInGood: 0.001, lossInBad: 1)
        let few = LossModel.bernoulli(0.01)
        let cameras: [NativeChannelSpec] = [
            camera("Main Camera", "The pitch from the stand", 1, mainCamera, windows(repairs: 5)),
            camera(
                "Sideline", "Close to the play, over a bad network", 2, sideline, windows(repairs: 12), loss: bursts),
            camera(
                "Goal Line", "Behind the goal", 3, mainCamera, offset: 8,
                AnnouncedProtection(scheme: .parity, columns: 5, rows: 5), loss: few),
            camera("High Wide", "All of the pitch, unprotected", 4, sideline, offset: 12, AnnouncedProtection()),
        ]
        let messages: [NativeChannelSpec] = [
            talk("scores", "The score, as it changes", 5, Self.scores),
            talk("alerts", "What the stewards say", 6, Self.alerts),
        ]
        let programme = NativeChannelSpec(
            name: "programme", text: "Line-ups and rules, to read", sessionNumber: 7, destination: place(7),
            bandwidthKbps: 500, protection: AnnouncedProtection(scheme: .reedSolomon, sourceCount: 20, repairCount: 4),
            content: .file(Self.programme))
        return Self(
            start: start, duration: duration,
            license: VenueAnnouncement.License(
                venueName: "Demo Arena", contentOwner: "stadium-replay", appDeveloper: "stadium-replay"),
            title: "Demo", announcements: announcements,
            streamers: [Streamer(id: "demo", name: "Press Box", source: source)],
            channels: cameras + messages + [programme], seed: 0x4445_4d4f)
    }

    private static func place(_ number: UInt32) -> Endpoint { Endpoint(IPAddress(v4: 0xef4d_2a00 + number), 5_000) }

    /// Windows of 20 packets, which last about half a second.
    private static func windows(repairs: Int) -> AnnouncedProtection {
        AnnouncedProtection(
            scheme: .reedSolomon, matrix: "rizzo", sourceCount: 20, repairCount: repairs,
            symbolLength: VideoFeed.packetLength + 3, repairPort: 5_010, windowMs: 500)
    }

    private static func camera(
        _ name: String, _ text: String, _ number: UInt32, _ material: LoopMaterial, offset: Int64 = 0,
        _ protection: AnnouncedProtection, loss: LossModel = .none
    ) -> NativeChannelSpec {
        NativeChannelSpec(
            name: name, text: text, sessionNumber: number, destination: place(number),
            bandwidthKbps: material.bitRate / 1_000, protection: protection,
            impairment: Impairment(loss: loss, repairLoss: loss),
            content: .video(material, offset: StreamDuration(seconds: offset)))
    }

    private static func talk(
        _ name: String, _ text: String, _ number: UInt32, _ messages: [NativeMessage]
    ) -> NativeChannelSpec {
        NativeChannelSpec(
            name: name, text: text, sessionNumber: number, destination: place(number), bandwidthKbps: 8,
            impairment: Impairment(loss: .bernoulli(0.02), repairLoss: .bernoulli(0.02)),
            content: .data(messages, repeats: 3))
    }

    /// A match of a minute and a half, one second for every minute; who joins in waits four seconds for the score.
    private static let scores: [NativeMessage] = stride(from: 1, to: 90, by: 4).map { minute in
        let score = goals.last { $0.minute <= minute }?.score ?? "0:0"
        return NativeMessage(
            at: StreamDuration(seconds: Int64(minute)), every: StreamDuration(seconds: 90),
            Array(
                "{\"home\":\"Harbour\",\"guest\":\"Valley\",\"score\":\"\(score)\",\"minute\":\"\(minute)'\"}".utf8))
    }

    private static let goals: [(minute: Int, score: String)] = [(12, "1:0"), (38, "1:1"), (71, "2:1"), (88, "3:1")]

    private static let alerts: [NativeMessage] = {
        let texts = [
            (4, "Welcome. Gates A to D are open."), (24, "Please keep the stairs free."),
            (44, "The lift at gate C works again."),
        ]
        return texts.map { second, text in
            NativeMessage(
                at: StreamDuration(seconds: Int64(second)), every: StreamDuration(seconds: 60), Array(text.utf8))
        }
    }()

    private static let programme: [NativeFile] = {
        let names = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hana", "Ivo", "Jun", "Kim"]
        func lineUp(_ team: String) -> [UInt8] {
            Array((["# \(team)"] + names.enumerated().map { "\($0 + 1) \($1)" }).joined(separator: "\n").utf8)
        }
        let rows = (0..<2_000).map { "\($0),\($0 * 37 % 1_000),\($0 * 91 % 777)\n" }.joined()
        return [
            NativeFile(uri: "line-ups/harbour.txt", bytes: lineUp("Harbour")),
            NativeFile(uri: "line-ups/valley.txt", bytes: lineUp("Valley")),
            NativeFile(uri: "season.csv", bytes: Array(("round,points,goals\n" + rows).utf8)),
        ]
    }()
}
