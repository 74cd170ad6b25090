import Dispatch
import Foundation
import PacketIO
import Playback
import TestSupport
import Testing
import VenueSimulator

@Suite("Players used from many threads")
struct PlayerThreadTests {
    @Test("tell whole sessions in order, whoever calls what and when")
    func manyThreads() throws {
        let stage = Stage(
            try [0, 1].map { number in try Stage.sender(NumberedStream.fixture(), number: number) })
        stage.goOn(at: 6_000)
        let audience = Audience(transport: true, keepsSamples: false)
        let player = Player(stage, for: audience)
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            var random = SeededGenerator(seed: UInt64(worker + 1))
            for _ in 0..<60 {
                switch Int.random(in: 0..<9, using: &random) {
                case 0, 1: player.play(Stage.channel)
                case 2: player.play(PlayedChannel(id: "1", name: "camera 1"))
                case 3: player.close()
                case 4: try? player.seekRelative(Int.random(in: -5_000...5_000, using: &random))
                case 5: try? player.playLive()
                case 6: player.setVisible(Bool.random(using: &random))
                case 7: player.allowBackgroundPlayback(Bool.random(using: &random))
                default: player.invalidate()
                }
                usleep(500)
            }
        }
        player.close()
        let count = audience.all.changes.count
        let pictures = audience.all.pictures.count
        usleep(50_000)
        #expect(audience.all.changes.count == count && audience.all.pictures.count == pictures)
        // Open, then anything but Open and Close, Stop at most after Play or at the end, then Close.
        var isOpen = false
        for state in audience.states {
            switch state {
            case .open:
                #expect(!isOpen)
                isOpen = true
            case .close:
                #expect(isOpen)
                isOpen = false
            case .play, .rewind, .live, .stop: #expect(isOpen)
            }
        }
        #expect(!isOpen)
    }

    @Test("end their thread when nobody holds them")
    func abandoned() throws {
        let stage = try Stage(NumberedStream.fixture())
        stage.goOn(at: 5_000)
        let audience = Audience(pictures: false)
        weak var held: Player?
        do {
            let player = Player(stage, for: audience)
            held = player
            player.play(Stage.channel)
            usleep(20_000)
        }
        #expect(held == nil)
    }

    /// A view that closes the player that renders to it.
    private final class ClosingView: PlayerOutput {
        let player = Guarded<Player?>(nil)
        let shown = Guarded(0)

        func show(_ picture: PlayedPicture) {
            shown.withLock { $0 += 1 }
            player.withLock { $0 }?.close()
        }
    }

    @Test("may be closed by what they render to: nothing more is rendered")
    func closingView() throws {
        let stage = try Stage(NumberedStream.fixture())
        let view = ClosingView()
        let audience = Audience()
        let player = Player(stage, output: view, pacing: stage) { audience.hear($0) }
        view.player.withLock { $0 = player }
        defer { view.player.withLock { $0 = nil } }
        stage.advance(5_000, player)
        player.play(Stage.channel)
        stage.advance(1_000, player)
        // Waits until the closing from inside is told.
        player.close()
        #expect(view.shown.withLock { $0 } == 1)
        #expect(audience.states == [.open, .play, .stop, .close])
    }
}
