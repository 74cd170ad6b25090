import Foundation
import TestSupport
import Testing

@testable import StadiumVisionSDK

@Suite("Folders that take nothing")
struct HostileFolderTests {
    /// Runs the recording with received files below `place` and expects all but files; gives what the log says of files.
    private static func run(_ place: String) throws -> [String] {
        let recording = try TestVenue.recording.get()
        let sdk = TestSDK(recording: recording.path, filesPlace: place)
        sdk.svm.addDataChannelObserver(sdk.witness, forChannelName: "scores")
        sdk.svm.addFileChannelObserver(sdk.witness, forChannelName: "replays")
        #expect(sdk.svm.start().isOk)
        #expect(sdk.endsUp())
        #expect(sdk.witness.lines.wait { $0.contains("scores: scores 3") })
        #expect(sdk.svm.getFileChannelListArray().map(\.name) == ["replays"])
        sdk.svm.shutdown()
        #expect(!sdk.witness.lines.all.contains { $0.hasPrefix("replays: ") })
        #expect(sdk.svm.getServiceDownReasons() == kSVMServiceDownReasonSDKNotRunning)
        return sdk.log.all.filter { $0.contains("files") && !$0.contains("channels:") }
    }

    @Test("cost the files, and one sentence says so", arguments: ["missing", "a file", "/proc", "locked"])
    func places(_ kind: String) throws {
        let folder = try HostileFolder()
        let place: String
        switch kind {
        case "missing": place = folder.path + "/none"
        case "a file": place = try folder.file("a", [1])
        case "locked":
            // The superuser may write everywhere.
            guard geteuid() != 0 else { return }
            place = folder.path + "/locked"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            #expect(chmod(place, 0o500) == 0)
        default: place = kind
        }
        let said = try Self.run(place)
        #expect(said.count == 1, "\(said)")
        #expect(said.allSatisfy { $0.contains(place) && $0.contains("file channels bring nothing") }, "\(said)")
    }

    @Test("cost the files when their disk is full, and one sentence says so", .enabled(if: Namespace.canMount))
    func full() throws {
        let folder = try HostileFolder()
        let place = folder.path
        try Namespace.run(withDiskOf: 1 << 20, at: place) {
            let said = try Self.run(place)
            #expect(said.count == 1 && said.allSatisfy { $0.contains("the disk has less than") }, "\(said)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
        }
    }

    @Test("cost the device's id its memory, and one sentence says so", .enabled(if: Namespace.canMount))
    func identity() throws {
        let folder = try HostileFolder()
        let place = folder.path
        try Namespace.run(withDiskOf: 4_096, at: place) {
            // The one page that there is.
            #expect(FileManager.default.createFile(atPath: place + "/taken", contents: Data(count: 4_096)))
            let lines = Lines()
            let svm = StadiumVisionMobile(environment: .bare(identityPath: place + "/device-uuid") { lines.add($0) })
            let id = svm.getDeviceUUID()
            #expect(UUID(uuidString: id) != nil && svm.getDeviceUUID() == id)
            #expect(lines.all.count { $0.contains("good for this run only") && $0.contains("No space left") } == 1)
        }
    }
}
