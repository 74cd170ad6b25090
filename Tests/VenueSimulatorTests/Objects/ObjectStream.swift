import Bytes
import NetworkFormats
import ObjectDelivery
import TestSupport
import Timing
import VenueSimulator
import VenueWire

/// What tests do with the datagrams of data and file channels.
enum ObjectStream {
    static let source = IPAddress(v4: 0x0a09_0002)
    static let start = StreamTime(nanoseconds: 1_767_225_600_000_000_000)

    static func at(_ milliseconds: Int64) -> StreamTime { start + StreamDuration(milliseconds: milliseconds) }

    static func drain(_ carousel: inout FileCarousel, until milliseconds: Int64) -> [ObjectDatagram] {
        var datagrams: [ObjectDatagram] = []
        while let time = carousel.due, time < at(milliseconds), let datagram = carousel.next() {
            datagrams.append(datagram)
        }
        return datagrams
    }

    static func drain(_ sender: inout MessageSender) -> [ObjectDatagram] {
        var datagrams: [ObjectDatagram] = []
        while let datagram = sender.next() { datagrams.append(datagram) }
        return datagrams
    }

    /// What is left of datagrams of which each is lost with `probability`.
    static func losing(_ probability: Double, _ datagrams: [ObjectDatagram], seed: UInt64) -> [ObjectDatagram] {
        var generator = SeededGenerator(seed: seed)
        return datagrams.filter { _ in Double.random(in: 0..<1, using: &generator) >= probability }
    }

    /// Datagrams as a peer's program reads them: the length of each in 32 bits before it.
    static func framed(_ datagrams: [[UInt8]]) -> [UInt8] {
        var writer = ByteWriter()
        for datagram in datagrams {
            writer.write(UInt32(datagram.count))
            writer.write(contentsOf: datagram)
        }
        return writer.bytes
    }

    /// The datagrams that a peer's program wrote in that form.
    static func unframed(_ bytes: [UInt8]) -> [[UInt8]] {
        var datagrams: [[UInt8]] = []
        var place = 0
        while place + 4 <= bytes.count {
            let length = Int(bytes.lent.bigEndian(at: place, as: UInt32.self))
            guard length <= bytes.count - place - 4 else { break }
            datagrams.append(Array(bytes[(place + 4)..<(place + 4 + length)]))
            place += 4 + length
        }
        return datagrams
    }
}

/// Receives a file channel and puts the files together in memory.
struct FileCollector {
    var receiver = ObjectReceiver(kind: .file)
    private(set) var contents: [UInt64: [UInt8]] = [:]
    /// The files that were complete, in that order: path, version and bytes.
    private(set) var complete: [(path: String, version: Int, content: [UInt8], record: FileRecord)] = []
    private(set) var dropped: [String] = []
    private var output = ObjectOutput()

    mutating func take(_ payload: [UInt8], at time: StreamTime = ObjectStream.start) {
        receiver.ingest(payload.lent, from: ObjectStream.source, at: time, into: &output)
        read()
    }

    mutating func tick(at time: StreamTime) {
        receiver.tick(at: time, into: &output)
        read()
    }

    private mutating func read() {
        for event in output.events {
            switch event {
            case .fileBytes(let key, let offset, let range):
                var content = contents.removeValue(forKey: key.serial) ?? []
                let end = Int(offset) + range.count
                if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
                content.replaceSubrange(Int(offset)..<end, with: output.bytes[range])
                contents[key.serial] = content
            case .fileCompleted(let record):
                let content = contents[record.key.serial] ?? []
                complete.append((record.path, record.version, content, record))
            case .fileDropped(let record): dropped.append("\(record.path) \(record.version)")
            case .message, .fileListed: break
            }
        }
        output.clear()
    }
}
