import Foundation
import PacketIO
import TestSupport

@testable import StadiumVisionSDK

/// A player that notes what it is called for.
final class NotingController: SVMVideoViewController, @unchecked Sendable {
    let lines: Lines

    init(_ sdk: TestSDK) {
        lines = sdk.witness.lines
        super.init(sdk.svm)
    }

    override func onCurrentChannelInvalid() { lines.add("invalid, open \(isOpen), playing \(isPlaying)") }
}

/// A view that reads the numbers of the pictures it is given.
final class NumberView: SVMVideoView {
    struct Shown: Sendable {
        var number: Int?
        var time: Int64
    }

    private let noted = Guarded<(pictures: [Shown], sound: Int, transport: [UInt8], jumps: Int)>(([], 0, [], 0))
    let wantsTransportStream: Bool

    init(transport: Bool = false) { wantsTransportStream = transport }

    var pictures: [Shown] { noted.withLock { $0.pictures } }
    var sounds: Int { noted.withLock { $0.sound } }
    var transport: [UInt8] { noted.withLock { $0.transport } }

    func renderFrame(_ frame: SVMVideoFrame) {
        let number = frame.withPlane(0) { samples, stride in
            PictureNumber.read(samples, width: frame.width, height: frame.height, stride: stride)
        }
        noted.withLock { $0.pictures.append(Shown(number: number ?? nil, time: frame.timeNanoseconds)) }
    }

    func renderSound(_ sound: SVMSound) {
        noted.withLock { $0.sound += sound.samples.count / max(1, sound.channels) }
    }

    func takeTransportStream(_ bytes: [UInt8], isJump: Bool) {
        noted.withLock { $0.transport += bytes.prefix(max(0, 1 << 20 - $0.transport.count)) }
    }

    /// Waits, at most so many seconds, until `condition` holds of the pictures.
    func wait(seconds: Double = 20, until condition: ([Shown]) -> Bool) -> Bool {
        let end = Date().addingTimeInterval(seconds)
        while Date() < end {
            if condition(pictures) { return true }
            usleep(5_000)
        }
        return condition(pictures)
    }
}
