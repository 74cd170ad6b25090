import Foundation
import StadiumVisionSDK
import Synchronization

/// Draws pictures as blocks of grey on a terminal; elsewhere it only says that they come.
final class MyVideoView: SVMVideoView {
    private static let columns = 64
    private static let rows = 18

    private let screen: Screen
    private let shown = Atomic(0)

    init(_ screen: Screen) { self.screen = screen }

    func renderFrame(_ frame: SVMVideoFrame) {
        let number = shown.add(1, ordering: .relaxed).oldValue
        if number == 0 { screen.say("pictures of \(frame.width) x \(frame.height)") }
        guard screen.isTerminal, number % 5 == 0 else { return }
        let lines = frame.withPlane(0) { samples, stride in
            (0..<Self.rows).map { row in
                let start = row * frame.height / Self.rows * stride
                return (0..<Self.columns).map { column in
                    let luma = samples.unsafeLoad(
                        fromByteOffset: start + column * frame.width / Self.columns, as: UInt8.self)
                    return "\u{1b}[48;5;\(232 + Int(luma) * 23 / 255)m "
                }.joined() + "\u{1b}[0m"
            }
        }
        screen.draw(lines ?? [])
    }
}
