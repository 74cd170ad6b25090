import Bytes
import CaptureFormats
import Kernels
import NetworkFormats
import TestSupport
import Testing
import Timing
import VenueWire

@testable import ObjectDelivery

/// Gives every datagram of one port to a receiver of its own for each sender and TSI.
private struct Sessions: DatagramSink {
    var listeners: [(session: UInt64, listener: Listener)] = []
    var refused = 0
    let kind: ChannelKind
    let port: UInt16?

    mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
        if let port, header.destination.port != port { return }
        guard let packet = try? LCTHeader(parsing: payload) else {
            refused += 1
            return
        }
        var place = listeners.firstIndex { $0.session == packet.transportSession }
        if place == nil, listeners.count < 50 {
            listeners.append((packet.transportSession, Listener(kind)))
            place = listeners.count - 1
        }
        guard let place else { return }
        listeners[place].listener.take(payload, from: header.source.address, at: header.time)
    }

    mutating func advance(to time: StreamTime) {}

    /// Plays a capture of the corpus.
    static func play(_ name: String, _ kind: ChannelKind, port: UInt16? = nil) throws -> Sessions {
        var sessions = Sessions(kind: kind, port: port)
        let bytes = try Corpus.bytes(name)
        var decoder = CaptureDecoder()
        var frames = FrameDecoder()
        var offset = 0
        while let record = try? decoder.next(in: bytes.lent, at: &offset) {
            frames.decode(
                bytes.lent.extracting(record.bytes), linkType: UInt32(record.linkType.rawValue),
                wireLength: record.wireLength, at: Moment(time: record.time, ordinal: record.frame), into: &sessions)
        }
        return sessions
    }

    private init(kind: ChannelKind, port: UInt16?) {
        self.kind = kind
        self.port = port
    }
}

@Suite("Captured object channels", .enabled(if: Corpus.isPresent))
struct CapturedObjectTests {
    @Test(
        "the file of a flute-alc capture arrives without a code and with Reed-Solomon, one repair symbol in four unused"
    )
    func peer() throws {
        let sessions = try Sessions.play("vectors/flute_alc1.11.7_nocode_tsi1_rs28_tsi2.pcap", .file)
        #expect(sessions.refused == 0)
        // The URI, the length and the digest stand in the capture's tables; `strings` shows them.
        #expect(sessions.listeners.map(\.session) == [1, 2])
        for (_, listener) in sessions.listeners {
            #expect(listener.story == ["listed clips/a.bin 1", "completed clips/a.bin 1"])
            let record = try #require(listener.receiver.files.first)
            let content = listener.content(of: record.key.serial, length: 5_120)
            #expect(record.contentLength == 5_120)
            #expect(record.contentType == "application/octet-stream")
            #expect(MD5.digest(of: content.lent) == record.md5)
            #expect(listener.receiver.counters.malformed == 0)
        }
        // `tshark -d udp.port==3400,alc -T fields -e rmt-lct.tsi | sort | uniq -c`
        #expect(sessions.listeners.map(\.listener.receiver.counters.packets) == [5, 16])
    }

    @Test("the file of a sender that counts expiry from 1970, in FLUTE version 1")
    func version1() throws {
        let sessions = try Sessions.play("corpus/nDPI__flute.pcapng", .file)
        let listener = try #require(sessions.listeners.first?.listener)
        #expect(listener.story == ["listed hello_world.txt 1", "completed hello_world.txt 1"])
        let record = try #require(listener.receiver.files.first)
        let content = listener.content(of: record.key.serial, length: 13)
        #expect(String(decoding: content, as: UTF8.self) == "Hello World!\n")
        #expect(MD5.digest(of: content.lent) == record.md5)
        #expect(listener.receiver.counters.malformed == 0)
    }

    @Test(
        "ROUTE is LCT but no FLUTE: nothing is made of it, and nothing breaks",
        arguments: ["corpus/libatsc3__1548126438.pcap", "corpus/libatsc3__1548126464.pcap"])
    func route(_ name: String) throws {
        for kind in [ChannelKind.file, .data] {
            let sessions = try Sessions.play(name, kind)
            #expect(!sessions.listeners.isEmpty)
            for (_, listener) in sessions.listeners {
                #expect(listener.receiver.heldBytes < 32 << 20)
                #expect(listener.messages.isEmpty)
            }
        }
    }
}
