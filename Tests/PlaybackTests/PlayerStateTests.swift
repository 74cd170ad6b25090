import PacketIO
import Playback
import Testing
import Timing

@Suite("The states of a player")
struct PlayerStateTests {
    /// A player at the live position of a channel that has been sent for 20 s.
    static func playing(_ audience: Audience) throws -> (stage: Stage, player: Player) {
        let stage = try Stage(Stage.fixture("closed-gop.ts"))
        let player = audience.player(on: stage)
        stage.advance(20_000, player)
        player.play(Stage.channel)
        stage.advance(100, player)
        return (stage, player)
    }

    @Test("3.14: playing opens and plays, stopping stops and closes, in order")
    func openAndClose() throws {
        let audience = Audience(pictures: false)
        let (stage, player) = try Self.playing(audience)
        #expect(audience.all.changes == [.state(.open, channel: "camera 0"), .state(.play, channel: "camera 0")])
        #expect(player.facts.isOpen && player.facts.isPlaying)
        #expect(player.facts.state == .play)
        player.close()
        #expect(audience.states == [.open, .play, .stop, .close])
        #expect(!player.facts.isOpen && !player.facts.isPlaying)
        player.close()
        stage.advance(1_000, player)
        #expect(audience.states == [.open, .play, .stop, .close])
    }

    @Test("3.14: the same channel again is no change")
    func sameChannel() throws {
        let audience = Audience(pictures: false)
        let (stage, player) = try Self.playing(audience)
        try player.seekRelative(-5_000)
        player.play(Stage.channel)
        stage.advance(100, player)
        #expect(audience.states == [.open, .play, .rewind])
        #expect(player.facts.offsetMs == 5_000)
        player.close()
    }

    @Test("B15: another channel stops and closes the one that plays, then opens and plays, from its live position")
    func retune() throws {
        let stage = Stage(try [0, 1].map { try Stage.sender(Stage.fixture("closed-gop.ts"), number: $0) })
        let audience = Audience(pictures: false)
        let player = audience.player(on: stage)
        stage.advance(20_000, player)
        player.play(Stage.channel)
        stage.advance(100, player)
        try player.seekRelative(-5_000)
        player.play(PlayedChannel(id: "1", name: "camera 1"))
        stage.advance(100, player)
        #expect(
            audience.all.changes == [
                .state(.open, channel: "camera 0"), .state(.play, channel: "camera 0"),
                .state(.rewind, channel: "camera 0"), .state(.stop, channel: "camera 0"),
                .state(.close, channel: "camera 0"), .state(.open, channel: "camera 1"),
                .state(.play, channel: "camera 1"),
            ])
        #expect(player.facts.offsetMs == 0)
        player.close()
    }

    @Test("3.13, 3.14: seeks clamp, tell Rewind, Play and Live, and nothing when nothing moves")
    func seeks() throws {
        let audience = Audience(pictures: false)
        let (stage, player) = try Self.playing(audience)
        // Sent for 20.1 s, of which the newest second is not behind the live position; pictures are decoded before they are
        // presented, so that the first one's picture time is not that of its arrival.
        let depth = player.facts.depthMs
        #expect((18_700...19_500).contains(depth))
        let steps: [(() throws -> Void, Int, PlayerState?)] = [
            ({ try player.seekRelative(-10_000) }, 10_000, .rewind), ({ try player.seekRelative(4_000) }, 6_000, .play),
            ({ try player.seekRelative(0) }, 6_000, nil), ({ try player.rewindForDuration(-2_000) }, 8_000, .rewind),
            ({ try player.rewindForDuration(0) }, 8_000, nil), ({ try player.seekAbsolute(3_000) }, 3_000, .play),
            ({ try player.seekRelative(.max) }, 0, .live), ({ try player.playLive() }, 0, nil),
            ({ try player.seekRelative(.min) }, depth, .rewind), ({ try player.rewindForDuration(.min) }, depth, nil),
            ({ try player.seekAbsolute(.max) }, depth, nil), ({ try player.playLive() }, 0, .live),
        ]
        for (seek, offset, state) in steps {
            audience.clear()
            try seek()
            // The depth grows while the channel goes on.
            #expect(abs(player.facts.offsetMs - offset) <= 5)
            #expect(audience.states == (state.map { [$0] } ?? []))
            #expect(player.facts.isPlaying)
        }
        stage.advance(100, player)
        player.close()
    }

    @Test("X3: seeks without an open player fail, and say what to do")
    func notOpen() throws {
        let audience = Audience(pictures: false)
        let stage = try Stage(Stage.fixture("closed-gop.ts"))
        let player = audience.player(on: stage)
        #expect(throws: PlayerFailure.notOpen) { try player.seekRelative(-1) }
        #expect(throws: PlayerFailure.notOpen) { try player.seekAbsolute(1) }
        #expect(throws: PlayerFailure.notOpen) { try player.rewindForDuration(1) }
        #expect(throws: PlayerFailure.notOpen) { try player.playLive() }
        player.play(Stage.channel)
        player.close()
        #expect(throws: PlayerFailure.notOpen) { try player.playLive() }
        #expect(PlayerFailure.notOpen.description == "no channel is open: play one first")
    }

    @Test("V6, X4: before anything was received seeks do nothing and succeed")
    func emptyHistory() throws {
        let audience = Audience(pictures: false)
        let stage = Stage([])
        let player = audience.player(on: stage)
        player.play(Stage.channel)
        try player.seekRelative(-20_000)
        try player.seekAbsolute(.max)
        stage.advance(500, player)
        #expect(audience.states == [.open])
        #expect(player.facts.offsetMs == 0 && player.facts.depthMs == 0)
        #expect(player.facts.isOpen && !player.facts.isPlaying)
        player.close()
        #expect(audience.states == [.open, .stop, .close])
    }

    @Test("B17, V8: without permission nothing plays while the view is hidden or the app inactive; the session stays")
    func background() throws {
        let audience = Audience(pictures: false)
        let (stage, player) = try Self.playing(audience)
        try player.seekRelative(-5_000)
        audience.clear()
        player.setVisible(false)
        #expect(audience.states == [.stop])
        #expect(player.facts.isOpen && !player.facts.isPlaying && !player.facts.isVisible)
        player.setVisible(appActive: false)
        player.setVisible(true)
        #expect(audience.states == [.stop])
        stage.advance(3_000, player)
        player.setVisible(appActive: true)
        stage.advance(100, player)
        #expect(audience.states == [.stop, .play])
        // The asked offset is kept while nothing plays.
        #expect(player.facts.offsetMs == 5_000)
        player.allowBackgroundPlayback(true)
        player.setVisible(false, appActive: false)
        stage.advance(100, player)
        #expect(audience.states == [.stop, .play])
        #expect(player.facts.isPlaying && player.facts.isBackgroundPlaybackAllowed)
        player.allowBackgroundPlayback(false)
        #expect(audience.states == [.stop, .play, .stop])
        player.close()
        #expect(audience.states == [.stop, .play, .stop, .close])
    }

    @Test("B16, V10: a channel that is no longer announced stops, closes, and is told to be invalid")
    func invalid() throws {
        let audience = Audience(pictures: false)
        let (_, player) = try Self.playing(audience)
        audience.clear()
        player.invalidate()
        #expect(
            audience.all.changes == [
                .state(.stop, channel: "camera 0"), .state(.close, channel: "camera 0"),
                .channelInvalid(channel: "camera 0"),
            ])
        player.invalidate()
        #expect(audience.all.changes.count == 3)
    }

    @Test("3.13: a finished capture plays on to its live edge, and tells Live once")
    func finished() throws {
        let audience = Audience(pictures: false)
        let (stage, player) = try Self.playing(audience)
        stage.finish()
        try player.seekAbsolute(3_000)
        audience.clear()
        stage.advance(2_000, player)
        #expect(player.facts.offsetMs == 1_000)
        #expect(audience.states == [])
        stage.advance(2_000, player)
        #expect(player.facts.offsetMs == 0)
        #expect(audience.all.changes == [.state(.live, channel: "camera 0")])
        #expect(player.facts.isPlaying)
        player.close()
    }

    @Test("3.13: a play-head whose past is given up sticks to the oldest")
    func eviction() throws {
        let audience = Audience(pictures: false)
        let stage = try Stage(Stage.fixture("closed-gop.ts"), historySeconds: 8)
        let player = audience.player(on: stage)
        stage.advance(12_000, player)
        player.play(Stage.channel)
        stage.advance(100, player)
        try player.seekAbsolute(.max)
        let asked = player.facts.offsetMs
        for _ in 0..<10 {
            stage.advance(1_000, player)
            #expect(player.facts.offsetMs <= min(asked, player.facts.depthMs))
        }
        // 8 s and twice the target duration of 2 s, less the second that the live position is behind, and a chunk.
        #expect((9_500...11_500).contains(player.facts.offsetMs))
        #expect(audience.states == [.open, .play, .rewind])
        player.close()
    }

    @Test("what is told may close the player: nothing comes after that")
    func closingInside() throws {
        let stage = try Stage(Stage.fixture("closed-gop.ts"))
        let audience = Audience(pictures: false)
        let closing = Guarded<Player?>(nil)
        let player = Player(stage, output: audience, pacing: stage) { change in
            audience.hear(change)
            if change == .state(.play, channel: "camera 0") { closing.withLock { $0 }?.close() }
        }
        closing.withLock { $0 = player }
        defer { closing.withLock { $0 = nil } }
        stage.advance(3_000, player)
        player.play(Stage.channel)
        stage.advance(3_000, player)
        // Waits until the closing from inside is told.
        player.close()
        #expect(audience.states == [.open, .play, .stop, .close])
    }
}
