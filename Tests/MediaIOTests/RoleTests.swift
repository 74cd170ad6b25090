import MediaIO
import Testing
import TransportStream

@Suite("Roles of pictures in a fragment")
struct RoleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var pictures: [(RandomAccessKind?, AccessUnitFlags)]
        var want: [PictureRole]
    }

    // Expected by ISO/IEC 14496-15 and 14496-12, 8.6.2: sync samples are IDRs of H.264 and IRAPs of HEVC; a recovery point is
    // one only where its leading pictures are gone.
    static let cases = [
        Case(
            testDescription: "closed groups",
            pictures: [(.instantaneousRefresh, []), (nil, []), (.instantaneousRefresh, [])],
            want: [.sync, .plain, .sync]),
        Case(
            testDescription: "open groups of H.264",
            pictures: [
                (.recoveryPoint, []), (nil, [.leading, .skippedLeading]), (nil, [.leading, .skippedLeading]), (nil, []),
                (.recoveryPoint, []), (nil, [.leading, .skippedLeading]), (nil, []),
            ], want: [.sync, .leftOut, .leftOut, .plain, .plain, .plain, .plain]),
        Case(
            testDescription: "open groups of HEVC",
            pictures: [
                (.cleanRandomAccess, []), (nil, [.leading, .skippedLeading]), (nil, [.leading]), (nil, []),
                (.cleanRandomAccess, []), (nil, [.leading, .skippedLeading]),
            ], want: [.sync, .leftOut, .plain, .plain, .sync, .plain]),
        Case(
            testDescription: "the rest of a group that was cut",
            pictures: [(nil, []), (nil, []), (.instantaneousRefresh, [])],
            want: [.plain, .plain, .sync]),
        Case(testDescription: "sound", pictures: [(.audio, []), (.audio, [])], want: [.sync, .sync]),
        Case(testDescription: "nothing", pictures: [], want: []),
    ]

    @Test("let players join at the beginning", arguments: cases)
    func roles(_ example: Case) {
        #expect(PictureRole.roles(of: example.pictures.map { (randomAccess: $0.0, flags: $0.1) }) == example.want)
    }
}
