import Foundation
import Testing

@Suite("Generated venues")
struct VenueAgreementTests {
    /// Eight parts of 250 venues; `make soak` sets SVM_SOAK to multiply them.
    private static let parts = 8 * (ProcessInfo.processInfo.environment["SVM_SOAK"].flatMap(UInt64.init) ?? 1)

    @Test("every counter and every window class equals the known answer", arguments: 0..<parts)
    func agrees(part: UInt64) {
        for seed in (part * 250)..<(part * 250 + 250) {
            for difference in Agreement(seed: seed).differences { Issue.record("\(difference)") }
        }
    }
}
