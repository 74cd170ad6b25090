import Foundation
import Glibc
import Testing

@testable import Storage

@Suite("A full disk")
struct FullDiskTests {
    /// A file system of one megabyte; nil where nobody may make one.
    private final class SmallDisk {
        let folder: URL

        init?() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "svm-small-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            guard mount("tmpfs", folder.path(), "tmpfs", UInt(MS_NOSUID), "size=1m") == 0 else {
                rmdir(folder.path())
                return nil
            }
        }

        deinit {
            umount2(folder.path(), Int32(MNT_DETACH))
            rmdir(folder.path())
        }
    }

    @Test("refuses uploads and nothing else, and takes them again once there is room")
    func refuses() throws {
        guard let disk = try SmallDisk() else { return print("skipped: no file system can be mounted here") }
        let path = disk.folder.appending(path: "reporter.sqlite").path()
        let store = try ReporterStore(path: path)
        #expect(store.added(StoreFixture.upload(1, 1)) == nil)
        let ballast = disk.folder.appending(path: "ballast").path()
        #expect(FileManager.default.createFile(atPath: ballast, contents: nil))
        let handle = try FileHandle(forWritingTo: URL(filePath: ballast))
        while (try? handle.write(contentsOf: Data(count: 4_096))) != nil {}
        try handle.close()
        var kept = 1
        var failure: StorageFailure?
        for number in 2..<3_000 where failure == nil {
            failure = store.added(StoreFixture.upload(1, number))
            if failure == nil { kept += 1 }
        }
        #expect(failure == .diskFull(path: path))
        #expect(store.added(StoreFixture.upload(2, 1)) == .diskFull(path: path))
        // What was acknowledged can be read all the while.
        #expect(try store.history(ofDevice: StoreFixture.device(1), limit: 1)?.device.uploads == kept)
        #expect(try store.history(ofDevice: StoreFixture.device(2), limit: 1) == nil)
        unlink(ballast)
        #expect(store.added(StoreFixture.upload(3, 1)) == nil)
        #expect(try store.devices(limit: 10).devices.map(\.uploads) == [1, kept])
        store.stop()
        #expect(try ReporterStore(path: path).devices(limit: 10).devices.map(\.uploads) == [1, kept])
    }
}
