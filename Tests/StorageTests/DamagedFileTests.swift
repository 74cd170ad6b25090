import Foundation
import PacketIO
import Quality
import Testing

@testable import Storage

@Suite("Files that are not what they should be")
struct DamagedFileTests {
    let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    private func write(_ bytes: Data) throws { try bytes.write(to: URL(filePath: fixture.path)) }

    /// A database with a few hundred uploads.
    private func fill() throws {
        let store = try fixture.open()
        for number in 0..<300 { store.add(StoreFixture.upload(number, number)) { _ in } }
        #expect(store.added(StoreFixture.upload(1, 1)) == nil)
        store.stop()
    }

    @Test("a file that is no database is put aside, and uploads are kept in a new one")
    func putsAside() throws {
        let junk = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try write(junk)
        let store = try fixture.open()
        #expect(store.added(StoreFixture.upload(1, 1)) == nil)
        store.stop()
        let aside = try #require(fixture.files.first { $0.hasPrefix("reporter.sqlite.damaged-20260101T000000.000Z") })
        #expect(try Data(contentsOf: fixture.folder.appending(path: aside)) == junk)
        let told = fixture.told.withLock { $0 }
        #expect(told.count == 1)
        #expect(told.first?.contains("is damaged") == true)
        #expect(told.first?.contains(aside) == true)
        #expect(try fixture.open().devices(limit: 10).devices.count == 1)
    }

    @Test("a database whose pages were overwritten is put aside", arguments: [4_096, 40_000])
    func findsDamage(_ offset: Int) throws {
        try fill()
        var bytes = try Data(contentsOf: URL(filePath: fixture.path))
        bytes.replaceSubrange(offset..<min(offset + 30_000, bytes.count), with: Data(repeating: 0xa5, count: 30_000))
        try write(bytes)
        let store = try fixture.open()
        #expect(fixture.told.withLock { $0.count } == 1)
        #expect(store.added(StoreFixture.upload(1, 1)) == nil)
        #expect(try store.devices(limit: 10).devices.count == 1)
        store.stop()
    }

    @Test("a database that was cut off is put aside, an empty file is a beginning")
    func findsCuts() throws {
        try fill()
        let bytes = try Data(contentsOf: URL(filePath: fixture.path))
        try write(bytes.prefix(bytes.count / 2))
        let store = try fixture.open()
        #expect(fixture.told.withLock { $0.count } == 1)
        #expect(store.added(StoreFixture.upload(1, 1)) == nil)
        store.stop()
        try write(Data())
        let fresh = try fixture.open()
        #expect(fixture.told.withLock { $0.count } == 1)
        #expect(fresh.added(StoreFixture.upload(1, 1)) == nil)
        fresh.stop()
    }

    @Test("damage that shows while the store runs has it begin another file, and what comes then is kept")
    func findsDamageLate() throws {
        try fill()
        let store = try fixture.open()
        // Behind the store's back: the file is overwritten under it.
        let handle = try FileHandle(forWritingTo: URL(filePath: fixture.path))
        let length = try handle.seekToEnd()
        try handle.seek(toOffset: 4_096)
        try handle.write(contentsOf: Data(repeating: 0x5a, count: Int(length) - 4_096))
        try handle.close()
        // A reader notices; what is asked for meanwhile fails, and everything after it is kept in the new file.
        for _ in 0..<1_000 where fixture.told.withLock({ $0.isEmpty }) {
            _ = try? store.devices(limit: 1_000)
            usleep(5_000)
        }
        #expect(fixture.told.withLock { $0.first }?.contains("is damaged") == true)
        for number in 0..<50 { #expect(store.added(StoreFixture.upload(1_000 + number, number)) == nil) }
        #expect(try store.devices(limit: 1_000).devices.count == 50)
        #expect(store.facts.damaged == 1)
        store.stop()
        #expect(try fixture.open().devices(limit: 1_000).devices.count == 50)
    }

    @Test("a newer schema is refused in one sentence, and the file stays as it is")
    func refusesNewer() throws {
        let newer = ReporterSchema(steps: ReporterSchema.current.steps + ["CREATE TABLE more (id INTEGER)"])
        let store = try fixture.open(schema: newer)
        #expect(store.added(StoreFixture.upload(1, 1)) == nil)
        store.stop()
        let known = ReporterSchema.current.version
        let wanted = StorageFailure.newerSchema(path: fixture.path, found: known + 1, known: known)
        #expect(throws: wanted) { _ = try fixture.open() }
        #expect("\(wanted)".contains("schema \(known + 1), this one knows \(known)"))
        #expect(fixture.files.allSatisfy { !$0.contains("damaged") })
        #expect(try fixture.open(schema: newer).devices(limit: 10).devices.count == 1)
    }

    @Test("an older schema is brought forward with all that it holds")
    func migrates() throws {
        let store = try fixture.open()
        #expect(store.added(StoreFixture.upload(1, 1)) == nil)
        store.stop()
        let newer = ReporterSchema(
            steps: ReporterSchema.current.steps + [
                "ALTER TABLE upload ADD COLUMN extra INTEGER", "CREATE INDEX uploadByExtra ON upload (extra)",
            ])
        let migrated = try fixture.open(schema: newer)
        #expect(migrated.added(StoreFixture.upload(1, 2)) == nil)
        #expect(try migrated.history(ofDevice: StoreFixture.device(1), limit: 10)?.uploads.count == 2)
        migrated.stop()
        let database = try Database(opening: fixture.path)
        #expect(try database.number("PRAGMA user_version") == newer.version)
        #expect(try database.number("SELECT count(*) FROM pragma_table_info('upload') WHERE name = 'extra'") == 1)
    }

    @Test("a step that fails leaves the file as it was")
    func migratesWhole() throws {
        try fill()
        let broken = ReporterSchema(
            steps: ReporterSchema.current.steps + ["CREATE TABLE half (id INTEGER); INSERT INTO nothing VALUES (1)"])
        #expect(throws: StorageFailure.self) { _ = try fixture.open(schema: broken) }
        let store = try fixture.open()
        #expect(try store.devices(limit: 1_000).devices.count == 300)
        store.stop()
    }

    @Test("another program's database is refused and left alone")
    func refusesForeign() throws {
        do {
            let database = try Database(opening: fixture.path)
            try database.run("CREATE TABLE bookmarks (id INTEGER); INSERT INTO bookmarks VALUES (7)")
        }
        #expect(throws: StorageFailure.foreign(path: fixture.path)) { _ = try fixture.open() }
        let database = try Database(opening: fixture.path)
        #expect(try database.number("SELECT id FROM bookmarks") == 7)
    }

    @Test("a path that cannot be opened is said to be so")
    func refusesPath() throws {
        let path = fixture.folder.appending(path: "missing/reporter.sqlite").path()
        #expect(throws: StorageFailure.self) { _ = try ReporterStore(path: path) }
    }

    @Test("the table has a column for each of the 25 statistics")
    func namesColumns() throws {
        try fixture.open().stop()
        let database = try Database(opening: fixture.path)
        let statement = try Statement("SELECT name FROM pragma_table_info('upload')", in: database)
        let columns = Set(try statement.rows { $0.text(0) ?? "" })
        #expect(StatKey.allCases.count == 25)
        for key in StatKey.allCases { #expect(columns.contains(key.rawValue)) }
    }
}
