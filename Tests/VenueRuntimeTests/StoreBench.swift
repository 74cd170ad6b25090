import Foundation
import ObjectDelivery
import PacketIO
import TestSupport
import Testing

@testable import VenueRuntime

/// A store in a folder of its own, fed by hand.
final class StoreBench {
    let path: String
    let store: FileStore
    private let said = Said()
    private(set) var isStopped = false

    init(
        limits: FileStoreLimits = FileStoreLimits(freeSpace: 0), keepsDropped: Bool = false, at path: String? = nil
    ) throws {
        self.path = path ?? NSTemporaryDirectory() + "svm-store-" + UUID().uuidString
        let said = said
        store = try FileStore(path: self.path, limits: limits, waits: true, keepsDropped: keepsDropped) { said.add($0) }
    }

    deinit {
        if !isStopped { store.stop() }
        store.removeAll()
    }

    func stop() {
        store.stop()
        isStopped = true
    }

    /// What was said to a person.
    var sentences: [String] { said.all }

    func open(_ channel: Int32 = 0) { store.opened(channel, folder: "c\(channel)") }

    func list(_ record: FileRecord, _ channel: Int32 = 0) { store.take(channel, .fileListed(record), RawSpan()) }

    func send(_ record: FileRecord, _ bytes: [UInt8], at offset: UInt64 = 0, _ channel: Int32 = 0) {
        store.take(channel, .fileBytes(record.key, offset: offset, 0..<bytes.count), bytes.span.bytes)
    }

    func complete(_ record: FileRecord, _ channel: Int32 = 0) {
        var record = record
        record.isComplete = true
        store.take(channel, .fileCompleted(record), RawSpan())
    }

    func drop(_ record: FileRecord, _ channel: Int32 = 0) { store.take(channel, .fileDropped(record), RawSpan()) }

    /// A whole file in pieces of a packet.
    func deliver(_ record: FileRecord, _ bytes: [UInt8], _ channel: Int32 = 0) {
        list(record, channel)
        for start in stride(from: 0, to: bytes.count, by: 1400) {
            send(record, Array(bytes[start..<min(bytes.count, start + 1400)]), at: UInt64(start), channel)
        }
        complete(record, channel)
    }

    /// What lies at a path below the store's folder; nil when nothing does.
    func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path + "/" + name).map { [UInt8]($0) }
    }

    /// Every file below the store's folder but its own marks.
    var names: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { name in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
            return !isFolder.boolValue && !name.hasPrefix(".svm")
        }.sorted()
    }
}

/// Sentences from another thread.
final class Said: Sendable {
    private let lines = Guarded<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

enum StoreSamples {
    static func record(
        _ serial: UInt64, _ path: String, length: Int?, coding: FileRecord.Coding = .none, content: Int? = nil,
        md5: [UInt8]? = nil, version: Int = 1
    ) -> FileRecord {
        FileRecord(
            key: FileKey(serial: serial), uri: "file:///" + path, path: path, object: serial,
            transferLength: length.map(UInt64.init), contentLength: (content ?? length).map(UInt64.init),
            coding: coding, md5: md5, version: version)
    }

    static func bytes(_ count: Int, seed: UInt8 = 1) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ ($0 >> 8)) ^ seed }
    }

    /// The bytes of hexadecimal digits.
    static func hex(_ digits: String) throws -> [UInt8] {
        let digits = Array(digits)
        return try stride(from: 0, to: digits.count, by: 2).map {
            try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16))
        }
    }
}
