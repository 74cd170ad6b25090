import Dispatch
import PacketIO
import Quality
import Testing
import Timing

@testable import Storage

@Suite("Uploads in the store")
struct ReporterStoreTests {
    let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    @Test("3.17: an upload comes back as it was sent, before and after the store was closed")
    func roundTrips() throws {
        let sent = StoreFixture.upload(1, 3, bssid: "00:1b:2c:3d:4e:5f")
        let store = try fixture.open()
        #expect(store.added(sent) == nil)
        let history = try #require(try store.history(ofDevice: StoreFixture.device(1), limit: 10))
        #expect(history.uploads.map(\.upload) == [sent])
        #expect(history.uploads[0].receivedAt == StoreFixture.start)
        #expect(history.next == nil)
        store.stop()
        let again = try fixture.open()
        #expect(try again.history(ofDevice: StoreFixture.device(1), limit: 10) == history)
        again.stop()
        // Nothing of the log is left once the database was closed in order.
        #expect(fixture.files == ["reporter.sqlite"])
    }

    @Test("everything but what identifies it may be unknown or as large as can be")
    func keepsExtremes() throws {
        var upload = StoreFixture.upload(2, 0)
        for key in StatKey.allCases where key != .linkIndicator { upload.statistics[key] = 9_007_199_254_740_991 }
        upload.version = ""
        upload.statistics.sessionTitle = ""
        let store = try fixture.open()
        #expect(store.added(upload) == nil)
        #expect(try store.history(ofDevice: upload.deviceID, limit: 1)?.uploads.first?.upload == upload)
        store.stop()
    }

    @Test("devices are listed with their newest upload, the one that was heard last first, page by page")
    func listsDevices() throws {
        let store = try fixture.open()
        for number in 0..<7 {
            fixture.pass(seconds: 60)
            #expect(store.added(StoreFixture.upload(number % 5, number, indicator: number)) == nil)
        }
        // Sent in the order 0 1 2 3 4 0 1: last heard are 1, 0, 4, 3, 2.
        var listed: [DeviceRecord] = []
        var before: Int?
        repeat {
            let page = try store.devices(limit: 2, before: before)
            listed += page.devices
            before = page.next
        } while before != nil
        #expect(listed.map(\.deviceID) == [1, 0, 4, 3, 2].map(StoreFixture.device))
        #expect(listed.map(\.uploads) == [2, 2, 1, 1, 1])
        #expect(listed.map(\.linkIndicator) == [6, 5, 4, 3, 2])
        #expect(listed[0].firstSeen == StoreFixture.start + StreamDuration(seconds: 120))
        #expect(listed[0].lastSeen == StoreFixture.start + StreamDuration(seconds: 420))
        #expect(listed[0].version == "1.6")
        store.stop()
    }

    @Test("a device's history is paged without gaps or repetitions", arguments: [1, 3, 7, 100])
    func pages(_ limit: Int) throws {
        let store = try fixture.open()
        for number in 0..<20 { #expect(store.added(StoreFixture.upload(number % 2, number)) == nil) }
        var versions: [String] = []
        var before: Int?
        for _ in 0..<20 {
            let page = try #require(
                try store.history(ofDevice: StoreFixture.device(0), limit: limit, before: before))
            versions += page.uploads.map(\.upload.version)
            before = page.next
            if before == nil { break }
        }
        #expect(versions == stride(from: 18, through: 0, by: -2).map { "1.\($0)" })
        store.stop()
    }

    @Test("an access point's history has its devices, and the indicators of all of them in short")
    func summarizes() throws {
        let (gate, bar) = ("00:1b:2c:3d:4e:5f", "aa:bb:cc:dd:ee:ff")
        let store = try fixture.open()
        for (number, indicator) in [2, 4, 10, 8].enumerated() {
            fixture.pass(seconds: 10)
            let upload = StoreFixture.upload(number % 2, number, indicator: indicator, bssid: gate)
            #expect(store.added(upload) == nil)
        }
        #expect(store.added(StoreFixture.upload(0, 9, indicator: 0, bssid: bar)) == nil)
        #expect(store.added(StoreFixture.upload(0, 10, indicator: 0)) == nil)
        let history = try #require(try store.history(ofAccessPoint: gate, limit: 3))
        #expect(history.uploads == 4)
        #expect(history.name == "Gate 1")
        #expect(history.ssid == "Stadium")
        #expect(history.deviceCount == 2)
        // Device 0 sent 2 and 10, device 1 sent 4 and 8: mean 6 both, and 6 of all.
        #expect(history.summary.lowest == 2 && history.summary.highest == 10 && history.summary.mean == 6)
        #expect(history.summary.uploads == 4)
        #expect(history.devices.map(\.deviceID) == [1, 0].map(StoreFixture.device))
        #expect(history.devices.map(\.summary.lowest) == [4, 2])
        #expect(history.devices.map(\.summary.mean) == [6, 6])
        #expect(history.devices[1].summary.first == StoreFixture.start + StreamDuration(seconds: 10))
        #expect(history.devices[1].summary.last == StoreFixture.start + StreamDuration(seconds: 30))
        #expect(history.page.map(\.upload.statistics[.linkIndicator]) == [8, 10, 4])
        let rest = try #require(try store.history(ofAccessPoint: gate, limit: 3, before: history.next))
        #expect(rest.page.map(\.upload.statistics[.linkIndicator]) == [2])
        #expect(rest.next == nil)
        #expect(try store.history(ofAccessPoint: "00:00:00:00:00:00", limit: 3) == nil)
        store.stop()
    }

    @Test("a device can be removed with all that it sent, in steps, and nothing of others goes")
    func removes() throws {
        let store = try fixture.open(ReporterLimits(step: 3))
        for number in 0..<20 {
            #expect(store.added(StoreFixture.upload(number % 2, number, bssid: "00:00:00:00:00:0\(number % 2)")) == nil)
        }
        #expect(try store.removed(StoreFixture.device(0)))
        #expect(try !store.removed(StoreFixture.device(0)))
        #expect(try store.history(ofDevice: StoreFixture.device(0), limit: 1) == nil)
        #expect(try store.history(ofAccessPoint: "00:00:00:00:00:00", limit: 1) == nil)
        #expect(try store.devices(limit: 10).devices.map(\.uploads) == [10])
        #expect(store.facts.removed == 10)
        // It may come again.
        #expect(store.added(StoreFixture.upload(0, 50)) == nil)
        #expect(try store.history(ofDevice: StoreFixture.device(0), limit: 1)?.device.uploads == 1)
        store.stop()
    }

    @Test("uploads go once they are older than the days they are kept, which may change")
    func expires() throws {
        let store = try fixture.open(ReporterLimits(retentionDays: 2, step: 4))
        for number in 0..<10 {
            #expect(store.added(StoreFixture.upload(number, number, bssid: "00:00:00:00:00:01")) == nil)
        }
        fixture.pass(seconds: 86_400)
        #expect(store.added(StoreFixture.upload(3, 11)) == nil)
        fixture.pass(seconds: 86_400)
        store.tidy()
        #expect(try store.devices(limit: 100).devices.count == 10)
        fixture.pass(seconds: 1)
        store.tidy()
        let left = try store.devices(limit: 100).devices
        #expect(left.map(\.deviceID) == [StoreFixture.device(3)])
        #expect(left.first?.uploads == 1)
        #expect(try store.history(ofAccessPoint: "00:00:00:00:00:01", limit: 1) == nil)
        store.setRetention(days: 1)
        store.tidy()
        #expect(try store.devices(limit: 100).devices.isEmpty)
        store.stop()
    }

    @Test("a clock that was set back neither keeps nor loses what it should not")
    func survivesClocks() throws {
        let store = try fixture.open(ReporterLimits(retentionDays: 1))
        fixture.pass(seconds: 10 * 86_400)
        #expect(store.added(StoreFixture.upload(1, 1)) == nil)
        fixture.pass(seconds: -10 * 86_400)
        #expect(store.added(StoreFixture.upload(2, 2)) == nil)
        #expect(store.added(StoreFixture.upload(1, 3)) == nil)
        fixture.pass(seconds: 2 * 86_400)
        store.tidy()
        let left = try store.devices(limit: 10).devices
        #expect(left.map(\.deviceID) == [StoreFixture.device(1)])
        // Its newest upload is gone, and an older one is what it is known by.
        #expect(left.map(\.version) == ["1.1"])
        store.stop()
    }

    @Test("the oldest uploads give way when the database has its size")
    func holdsSize() throws {
        let limit = 300_000
        let store = try fixture.open(ReporterLimits(bytes: limit))
        for number in 0..<1_500 {
            store.add(StoreFixture.upload(number % 50, number)) { _ in }
            if number % 500 == 499 { #expect(store.added(StoreFixture.upload(51, number)) == nil) }
        }
        store.tidy()
        #expect(store.facts.bytes <= limit)
        #expect(store.facts.removed > 100)
        let newest = try #require(try store.history(ofDevice: StoreFixture.device(51), limit: 1))
        #expect(newest.uploads.first?.upload.version == "1.1499")
        store.stop()
    }

    @Test("uploads that come together are written together, and more than may wait are refused at once")
    func bounds() throws {
        let store = try fixture.open(ReporterLimits(waiting: 100, batch: 50))
        let answers = Guarded<[StorageFailure?]>([])
        let all = DispatchGroup()
        for number in 0..<5_000 {
            all.enter()
            store.add(StoreFixture.upload(number % 20, number)) { failure in
                answers.withLock { $0.append(failure) }
                all.leave()
            }
        }
        all.wait()
        let facts = store.facts
        let refused = answers.withLock { $0.count { $0 == .busy } }
        #expect(answers.withLock { $0.count } == 5_000)
        #expect(answers.withLock { $0.allSatisfy { $0 == nil || $0 == .busy } })
        #expect(facts.refused == UInt64(refused))
        #expect(facts.stored == UInt64(5_000 - refused))
        #expect(facts.commits <= facts.stored)
        let kept = try store.devices(limit: 100).devices.reduce(0) { $0 + $1.uploads }
        #expect(kept == 5_000 - refused)
        store.stop()
        #expect(store.added(StoreFixture.upload(1, 1)) == .stopped)
        #expect(throws: StorageFailure.stopped) { _ = try store.devices(limit: 1) }
    }

    @Test("reading does not wait for writing, nor writing for reading")
    func readsMeanwhile() throws {
        let store = try fixture.open()
        #expect(store.added(StoreFixture.upload(0, 0)) == nil)
        let all = DispatchGroup()
        for number in 1...600 {
            all.enter()
            store.add(StoreFixture.upload(number % 9, number)) { _ in all.leave() }
        }
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<20 {
                // What is seen is whole: a device has as many uploads as its row says.
                guard let history = try? store.history(ofDevice: StoreFixture.device(0), limit: 1_000) else { continue }
                #expect(history.uploads.count == history.device.uploads)
            }
        }
        all.wait()
        #expect(try store.devices(limit: 100).devices.reduce(0) { $0 + $1.uploads } == 601)
        store.stop()
    }
}
