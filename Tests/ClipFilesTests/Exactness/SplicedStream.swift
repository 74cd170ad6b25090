import Bytes
import Foundation
import History
import TestSupport
import Testing
import Timing
import TransportStream

/// How a stream changes in its middle.
struct Change: Sendable, CustomTestStringConvertible {
    enum Kind: Sendable { case codec, place, sound }

    var testDescription: String
    var kind: Kind
    /// The stream before and the stream behind: the same pictures and sound, coded or numbered in another way.
    var before: NumberedStream
    var behind: NumberedStream
    var splice = StreamEdit.Splice()

    /// The number of the first picture behind the change; a group begins with it.
    static let place = 75

    static let all = [codec, forgetful, place(of: 300), appearing, vanishing]

    static let codec = Self(testDescription: "H.264 becomes HEVC", kind: .codec, before: avc(), behind: hevc())
    static let forgetful: Self = {
        var change = Self(
            testDescription: "HEVC becomes H.264 in a map of the same version", kind: .codec, before: hevc(),
            behind: avc())
        change.splice.raisesVersion = false
        return change
    }()
    static let appearing = Self(
        testDescription: "a second sound appears", kind: .sound, before: avc(), behind: withSecondSound(avc()))
    static let vanishing = Self(
        testDescription: "the second sound ends", kind: .sound, before: withSecondSound(avc()), behind: avc())

    static func place(of pid: Int) -> Self {
        var change = Self(
            testDescription: "the map moves the pictures to another PID", kind: .place, before: avc(), behind: avc())
        change.behind.multiplexer += ["-streamid", "0:\(pid)"]
        change.splice.behind = pid
        return change
    }

    private static func base(_ video: [String]) -> NumberedStream {
        var stream = NumberedStream(seconds: 6)
        (stream.width, stream.height) = (160, 96)
        stream.video = video
        stream.sound = ["-c:a", "aac", "-b:a", "64k", "-aac_pns", "0"]
        stream.soundSource = "aevalsrc='0.5*sin(2*PI*(200*t+15*t*t))':s=48000:d=6"
        stream.multiplexer = ["-metadata:s:a:0", "language=ger"]
        return stream
    }

    private static func avc() -> NumberedStream {
        base([
            "-c:v", "libx264", "-preset", "veryfast", "-threads", "1", "-x264-params",
            "crf=30:keyint=25:min-keyint=25:scenecut=0:b-adapt=0:bframes=3:b-pyramid=normal",
        ])
    }

    private static func hevc() -> NumberedStream {
        base([
            "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
            "crf=30:keyint=25:min-keyint=25:scenecut=0:bframes=3:b-adapt=0:b-pyramid=1:open-gop=0:pools=1:frame-threads=1"
                + ":log-level=none:repeat-headers=1",
        ])
    }

    private static func withSecondSound(_ stream: NumberedStream) -> NumberedStream {
        var stream = stream
        stream.sound = ["-map", "0:v", "-map", "1:a", "-map", "1:a"] + stream.sound
        stream.multiplexer += ["-metadata:s:a:1", "language=fra"]
        return stream
    }
}

/// A stream that changes, sent to a venue, and what its sender knows of it.
struct SplicedStream {
    let change: Change
    let bytes: [UInt8]
    /// In decoding order, with the numbers that they show and their times by definitions A7.
    let pictures: [SourcePicture]
    let history: HistorySnapshot
    let media: TransportFacts

    /// A frame of sound: when it is presented, and its bytes without the ADTS header.
    struct Frame: Equatable {
        var pts: Int64
        var bytes: [UInt8]
    }

    init(_ change: Change) throws {
        self.change = change
        let (before, behind) = (try Listed(change.before), try Listed(change.behind))
        let pts = before.pictures.first { $0.number == Change.place }?.pts ?? -1
        bytes = try StreamEdit.spliced(before.bytes, behind.bytes, at: pts, change.splice)
        var sender = StreamSender()
        let arrivals = sender.send(bytes)
        sender.finish()
        guard let kept = sender.kept else { throw SourceStream.Odd(text: "no history is kept") }
        (history, media) = kept
        var pictures =
            before.pictures.filter { $0.number < Change.place } + behind.pictures.filter { $0.number >= Change.place }
        var units = TransportScan(bytes, pid: change.splice.before).units
        if change.splice.behind != change.splice.before {
            units += TransportScan(bytes, pid: change.splice.behind).units
        }
        guard units.map(\.pts) == pictures.map(\.pts) else { throw SourceStream.Odd(text: "other pictures are sent") }
        for (index, unit) in units.enumerated() { pictures[index].completed = arrivals[unit.last / 7] }
        // Nothing tells that the last one is whole.
        self.pictures = PictureTimes.set(pictures).dropLast()
    }

    /// How the pictures before and behind the change are coded.
    var codecs: (before: Codec, behind: Codec) {
        func codec(_ stream: NumberedStream) -> Codec { stream.video.contains("libx265") ? .hevc : .h264 }
        return (codec(change.before), codec(change.behind))
    }

    /// The picture with a number.
    func picture(_ number: Int) throws -> SourcePicture { try #require(pictures.first { $0.number == number }) }

    /// The frames of sound that were sent on a PID.
    func frames(_ pid: Int) -> [Frame] {
        TransportScan(bytes, pid: pid).units.flatMap { unit in
            var frames: [Frame] = []
            var place = 0
            // ADTS: 13 bits of length behind 30 others (ISO/IEC 13818-7, 6.2.1); ffmpeg's frames begin their PES packets.
            while place + 7 <= unit.bytes.count {
                let length =
                    Int(unit.bytes[place + 3] & 3) << 11 | Int(unit.bytes[place + 4]) << 3
                    | Int(unit.bytes[place + 5] >> 5)
                guard unit.bytes[place] == 0xFF, length > 7, place + length <= unit.bytes.count else { break }
                frames.append(
                    Frame(
                        pts: unit.pts + Int64(frames.count) * 1_920,
                        bytes: Array(unit.bytes[(place + 7)..<(place + length)])))
                place += length
            }
            return frames
        }
    }

    /// A stream as ffmpeg makes it, and its pictures as ffprobe lists them.
    private struct Listed {
        let bytes: [UInt8]
        let pictures: [SourcePicture]

        init(_ stream: NumberedStream) throws {
            (bytes, pictures) = try Tool.withFolder { folder in
                try stream.write(to: folder.appending(path: "source.ts"))
                let listing = try SourceListing("source.ts", in: folder)
                let packets = listing.streams.first { $0.kind == "video" }?.packets ?? []
                let order = packets.map(\.pts).sorted()
                let numbers = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
                return (
                    try Tool.bytes("source.ts", in: folder),
                    packets.map {
                        SourcePicture(
                            pts: $0.pts, dts: $0.dts, point: $0.isKey ? .instantaneous : nil,
                            number: numbers[$0.pts] ?? -1)
                    }
                )
            }
        }
    }
}
