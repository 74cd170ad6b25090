import Testing

@Suite("Generated venues")
struct VenueAgreementTests {
    @Test("every counter and every window class equals the known answer", arguments: 0..<8)
    func agrees(part: UInt64) {
        for seed in (part * 250)..<(part * 250 + 250) {
            for difference in Agreement(seed: seed).differences { Issue.record("\(difference)") }
        }
    }
}
