import DeviceLink
import Foundation
import PacketIO
import StadiumVisionSDK
import Testing
import Timing
import VenueSimulator

/// The SDK on recordings that run as time passes.
@Suite("The SDK in real time", .serialized)
struct SDKLiveTests {
    private static func recording(
        cut seconds: Int64?, _ change: (inout NativeVenueSpec) -> Void = { _ in }
    ) throws -> String {
        let path = NSTemporaryDirectory() + "svm-live-\(UUID().uuidString).pcapng"
        try TestVenue(change).write(to: path, cut: seconds.map { StreamDuration(seconds: $0) })
        return path
    }

    @Test("B10, 3.18: the link's fall shuts the SDK down by itself, its return starts it with the same observers")
    func link() throws {
        let path = try Self.recording(cut: 24)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sdk = TestSDK(recording: path, pace: .realtime)
        #expect(sdk.svm.start().isOk)
        #expect(sdk.witness.lines.wait { $0.contains("video [Main, Side]") && $0.contains("service 1 0") })
        let added = sdk.number("channelsAdded")
        sdk.link.set(LinkStatus(trouble: .disabled))
        #expect(sdk.witness.lines.wait { $0.contains("service 0 2") && $0.contains("inside 0") })
        #expect(sdk.witness.lines.wait { $0.contains("video []") && $0.contains("data []") && $0.contains("files []") })
        #expect(sdk.number("channelsPruned") == added)
        let before = sdk.witness.lines.all.count
        sdk.link.set(LinkStatus())
        // Whichever is announced first now comes first.
        #expect(
            sdk.witness.lines.wait {
                let after = $0[before...]
                return after.contains { ["video [Main, Side]", "video [Side, Main]"].contains($0) }
                    && after.contains("service 1 0") && after.contains("inside 1")
            })
        #expect(sdk.witness.lines.wait { _ in sdk.number("channelsAdded") == 2 * added })
    }

    @Test("B16, 3.6, V10: a channel that the Streamer withdraws stops and closes its player, and tells it")
    func withdrawn() throws {
        let path = try Self.recording(cut: nil) { $0.duration = StreamDuration(seconds: 2) }
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sdk = TestSDK(recording: path, pace: .realtime)
        #expect(sdk.svm.start().isOk)
        #expect(sdk.witness.lines.wait { _ in sdk.video("Main") != nil })
        let player = NotingController(sdk)
        let main = try #require(sdk.video("Main"))
        #expect(player.playVideoChannel(main).isOk)
        #expect(sdk.witness.lines.wait { $0.contains { $0.hasPrefix("invalid") } && $0.contains("video []") })
        let lines = sdk.witness.lines.all
        let close = try #require(lines.firstIndex(of: "close Main"))
        let stop = try #require(lines.firstIndex(of: "stop Main"))
        let invalid = try #require(lines.firstIndex { $0.hasPrefix("invalid") })
        #expect(stop < close && close < invalid)
        #expect(sdk.number("channelsPruned") == 5)
        #expect(sdk.svm.getServiceDownReasons() == kSVMServiceDownReasonNoChannels)
    }

    @Test("B2, B3, 3.4: a tuned channel that loses too much makes the service down, and closing it makes it up again")
    func poor() throws {
        let path = try Self.recording(cut: 14) {
            $0.channels[0].impairment = Impairment(loss: .bernoulli(0.7), repairLoss: .bernoulli(0.7))
        }
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sdk = TestSDK(recording: path, pace: .realtime)
        #expect(sdk.svm.start().isOk)
        #expect(sdk.witness.lines.wait { _ in sdk.video("Main") != nil })
        let player = NotingController(sdk)
        #expect(player.playVideoChannel(try #require(sdk.video("Main"))).isOk)
        #expect(sdk.witness.lines.wait { $0.contains("service 0 8") })
        #expect(sdk.svm.getServiceDownReasons() == kSVMServiceDownReasonPoorQuality)
        #expect(sdk.number("session_link_indicator") <= 3)
        player.stop()
        #expect(sdk.witness.lines.wait { $0.last { $0.hasPrefix("service") } == "service 1 0" })
    }

    @Test("V2, 3.14, S14-S25, X17, X18: a session counts from its opening, until it is closed")
    func counts() throws {
        let path = try Self.recording(cut: 8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sdk = TestSDK(recording: path, pace: .realtime)
        #expect(sdk.svm.start().isOk)
        #expect(sdk.witness.lines.wait { _ in sdk.video("Main") != nil })
        let player = NotingController(sdk)
        #expect(player.playVideoChannel(try #require(sdk.video("Main"))).isOk)
        #expect(sdk.witness.lines.wait { _ in sdk.number("protection_windows") >= 6 })
        player.stop()
        let stats = sdk.svm.stats()
        #expect(stats["announcement_session_title"] as? String == "Game 12")
        #expect((stats["announcement_session_id"] as? String)?.isEmpty == false)
        // Nothing is lost: every window is whole, and every whole packet of the stream is handed on.
        #expect(sdk.number("window_no_loss") == sdk.number("protection_windows"))
        #expect(sdk.number("window_recovery_failures") == 0 && sdk.number("num_ts_discontinuities") == 0)
        #expect(sdk.number("total_num_bytes_written") > 0 && sdk.number("total_num_bytes_written") % 188 == 0)
        #expect(sdk.number("session_link_indicator") == 10 && sdk.number("session_uptime") >= 2)
        usleep(1_200_000)
        for key in ["protection_windows", "session_uptime", "total_num_bytes_written"] {
            #expect(sdk.number(key) == stats[key] as? Int, "\(key)")
        }
    }
}
