import Bytes
import MediaIO
import TransportStream

/// The PES packets of a clean transport stream as ffmpeg writes it: video on PID 256, audio on PID 257.
enum PlainDemuxer {
    struct Unit {
        var pts: Int64
        var dts: Int64
        var isIndicated: Bool
        var bytes: [UInt8]
    }

    static func units(_ stream: [UInt8], pid: Int) -> [Unit] {
        var units: [Unit] = []
        var pes: [UInt8] = []
        var isIndicated = false
        func close() {
            if let unit = unit(pes, isIndicated) { units.append(unit) }
            pes = []
        }
        for start in stride(from: 0, to: stream.count - 187, by: 188) {
            let packet = stream[start..<(start + 188)]
            guard Int(packet[start + 1] & 31) << 8 | Int(packet[start + 2]) == pid else { continue }
            var place = start + 4
            let hasField = packet[start + 3] & 0x20 != 0
            if packet[start + 1] & 0x40 != 0 {
                close()
                isIndicated = hasField && packet[place] > 0 && packet[place + 1] & 0x40 != 0
            }
            if hasField { place += 1 + Int(packet[place]) }
            pes += packet[place...]
        }
        close()
        return units
    }

    /// The AAC frames of `units` in packets of one length, as multiplexers send them that do not look for frames; a packet's
    /// time is that of the first frame that begins in it (ISO/IEC 13818-1, 2.4.3.7).
    static func repacketized(_ units: [Unit], length: Int) -> [MediaSample] {
        var frames: [(offset: Int, pts: Int64)] = []
        var bytes: [UInt8] = []
        for unit in units {
            var place = 0
            var pts = unit.pts
            while place < unit.bytes.count {
                frames.append((bytes.count + place, pts))
                pts += 1_920
                // `aac_frame_length` (ISO/IEC 14496-3, 1.A.2.2).
                place +=
                    Int(unit.bytes[place + 3] & 3) << 11 | Int(unit.bytes[place + 4]) << 3
                    | Int(unit.bytes[place + 5] >> 5)
            }
            bytes += unit.bytes
        }
        var pts: Int64 = 0
        return stride(from: 0, to: bytes.count, by: length).map { start in
            let end = min(bytes.count, start + length)
            pts = frames.first { $0.offset >= start && $0.offset < end }?.pts ?? pts
            return MediaSample(
                track: 0, pts: pts, dts: pts, duration: 0, isSync: true, bytes: SliceList(Array(bytes[start..<end])))
        }
    }

    /// The bytes of `units`, a frame each, in packets of one length; a packet's time is that of the first frame that begins
    /// in it.
    static func spread(_ units: [Unit], length: Int) -> [Unit] {
        let bytes = units.flatMap(\.bytes)
        var starts: [(offset: Int, pts: Int64)] = []
        var offset = 0
        for unit in units {
            starts.append((offset, unit.pts))
            offset += unit.bytes.count
        }
        var packets: [Unit] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            let end = min(bytes.count, start + length)
            // Where no frame begins there is no packet of its own: it would have no time.
            if let pts = starts.first(where: { $0.offset >= start && $0.offset < end })?.pts {
                packets.append(Unit(pts: pts, dts: pts, isIndicated: false, bytes: Array(bytes[start..<end])))
            } else {
                packets[packets.count - 1].bytes += bytes[start..<end]
            }
        }
        return packets
    }

    private static func unit(_ pes: [UInt8], _ isIndicated: Bool) -> Unit? {
        guard pes.count > 14 else { return nil }
        func stamp(_ at: Int) -> Int64 {
            Int64(pes[at] >> 1 & 7) << 30 | Int64(pes[at + 1]) << 22 | Int64(pes[at + 2] >> 1) << 15
                | Int64(pes[at + 3]) << 7 | Int64(pes[at + 4] >> 1)
        }
        let pts = stamp(9)
        let dts = pes[7] & 0x40 != 0 ? stamp(14) : pts
        return Unit(pts: pts, dts: dts, isIndicated: isIndicated, bytes: Array(pes[(9 + Int(pes[8]))...]))
    }
}

extension SliceList {
    /// The bytes in pieces of up to `length`, as they lie in datagrams.
    init(_ bytes: [UInt8], pieces length: Int = 184) {
        self.init()
        for start in stride(from: 0, to: bytes.count, by: length) {
            append(contentsOf: SliceList(copying: Array(bytes[start..<min(bytes.count, start + length)])))
        }
    }
}

/// A stream, taken apart: what a caller of the room has in hand.
struct Material {
    var tracks: [MediaTrack]
    /// The samples of all tracks, cut before each random access point of the video.
    var groups: [[MediaSample]]

    init(_ stream: [UInt8], video: Codec, audio: Codec, shifted: Int64 = 0) throws {
        let pictures = PlainDemuxer.units(stream, pid: 256)
        let sounds = PlainDemuxer.units(stream, pid: 257)
        tracks = [
            try TrackProbe.track(of: video, in: pictures.lazy.map { SliceList($0.bytes) }),
            try TrackProbe.track(of: audio, in: sounds.lazy.map { SliceList($0.bytes) }),
        ]
        groups = []
        for unit in pictures {
            if unit.isIndicated { groups.append([]) }
            groups[groups.count - 1].append(Self.sample(0, unit, shifted))
        }
        let starts = groups.map { $0[0].dts }
        for unit in sounds {
            let place = starts.lastIndex { $0 <= unit.dts + shifted } ?? 0
            groups[place].append(Self.sample(1, unit, shifted))
        }
    }

    private static func sample(_ track: Int, _ unit: PlainDemuxer.Unit, _ shift: Int64) -> MediaSample {
        MediaSample(
            track: track, pts: unit.pts + shift, dts: unit.dts + shift, duration: 3_600, isSync: unit.isIndicated,
            bytes: SliceList(unit.bytes))
    }

    /// Fragment number `index`, from 0.
    func fragment(_ index: Int) throws -> MediaFragment {
        let following = index + 1 < groups.count ? groups[index + 1].first { $0.track == 1 } : nil
        return try FragmentedMuxer.fragment(
            of: tracks, samples: groups[index], following: following.map { [$0] } ?? [], sequence: UInt32(index + 1))
    }

    /// The initialization segment and the fragments of `places`, one behind the other.
    func file(_ places: Range<Int>) throws -> [UInt8] {
        try FragmentedMuxer.initialization(of: tracks) + places.flatMap { try fragment($0).bytes }
    }
}
