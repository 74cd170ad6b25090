import Foundation
import TestSupport
import Testing
import VenueSettings
import VenueSimulator
import VenueWire

@Suite("Written venues")
struct NativeAgreementTests {
    /// Twenty venues, and five hundred under SVM_SOAK, which `make soak` sets.
    private static let seeds: Range<UInt64> =
        ProcessInfo.processInfo.environment["SVM_SOAK"] == nil ? 0..<20 : 0..<500

    static let materials: [LoopMaterial] = ["main-camera.ts", "sideline.ts"].compactMap {
        try? LoopMaterial(DemoFile.bytes($0))
    }

    /// What the receiver of random venues is told.
    static let configuration: VenueConfiguration = {
        let rules = NativeVenueSpec.randomRules
        var configuration = VenueConfiguration()
        configuration.license = FieldOfUse(
            venueName: rules.license.venueName, contentOwner: rules.license.contentOwner,
            appDeveloper: rules.license.appDeveloper)
        configuration.allowedStreamers = rules.allowed.map { "\($0)" }
        return configuration
    }()

    @Test("are found to be what their truth files say, number by number", arguments: seeds)
    func agrees(seed: UInt64) throws {
        try #require(Self.materials.count == 2)
        try Analysing.inFolder { folder in
            let agreement = try NativeAgreement(
                .random(seed: seed, materials: Self.materials), configuration: Self.configuration,
                label: "seed \(seed)", in: folder)
            for difference in agreement.differences { Issue.record("\(difference)") }
        }
    }
}
