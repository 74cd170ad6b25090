import Bytes
import NetworkFormats
import VenueSettings

extension FuzzTarget {
    /// A venue file: what is taken can be sent, and what is refused is named.
    static func venueFile(_ input: RawSpan, _ complaints: inout Complaints) {
        do {
            let file = try VenueFile(parsing: input.copied())
            complaints.expect(
                (1...VenueFile.channelLimit).contains(file.channels.count), "\(file.channels.count) channels")
            complaints.expect(!file.streamers.isEmpty, "nobody sends")
            for channel in file.channels {
                complaints.expect(file.streamers.indices.contains(channel.streamer), "Streamer \(channel.streamer)")
                complaints.expect(channel.destination.address.isMulticast, "sent to \(channel.destination)")
                complaints.expect(channel.destination.port != 0, "port 0")
                check(channel, &complaints)
            }
            complaints.expect(file.warnings.count == file.unknown.count, "\(file.warnings.count) warnings")
        } catch {
            complaints.expect(!"\(error)".isEmpty, "an error without words")
        }
    }

    private static func check(_ channel: VenueFileChannel, _ complaints: inout Complaints) {
        switch channel.protection {
        case .none: break
        case .parity(let columns, let rows):
            // SMPTE 2022-1, section 8.1: at most 100 packets.
            complaints.expect(columns > 0 && rows > 0 && columns * rows <= 100, "a grid of \(columns) by \(rows)")
        case .reedSolomon(let sources, let repairs, _, _, _):
            // A code over eight bits has at most 255 symbols (RFC 5510, section 8.1).
            complaints.expect(sources > 0 && repairs > 0 && sources + repairs <= 255, "\(sources) and \(repairs)")
        }
        guard case .data(let messages, _) = channel.content else { return }
        for message in messages {
            guard case .text(let text) = message.source else { continue }
            complaints.expect(text.utf8.count <= VenueFileMessage.sizeLimit, "a message of \(text.utf8.count) bytes")
            complaints.expect(message.atMs >= 0 && message.everyMs ?? 1 > 0, "a message at \(message.atMs) ms")
        }
    }

    static var venueFileSeeds: [FuzzSeed] {
        [
            ("video", #"{"channels":[{"kind":"video","ts":"a.ts"}]}"#),
            (
                "whole",
                #"{"license":{"venueName":"V","contentOwner":"C","appDeveloper":"A"},"title":"T","seed":7,"#
                    + #""announce":{"group":"239.255.42.9","port":9876,"periodMs":500,"sap":false},"#
                    + #""streamers":[{"id":"a1","address":"10.9.0.2"},{"id":"b2"}],"#
                    + #""impairment":{"loss":0.03,"burst":4,"duplicate":0.01,"reorder":0.02,"jitterMs":5},"#
                    + #""channels":[{"kind":"video","name":"S","sessionNum":11,"streamer":"b2","group":"239.10.10.1","#
                    + #""port":5000,"ts":"s.ts","fec":{"scheme":"rs8","k":100,"r":20,"matrix":"rfc5510"}}]}"#
            ),
            ("parity", #"{"channels":[{"kind":"video","ts":"a","fec":{"scheme":"st2022-1","columns":8,"rows":4}}]}"#),
            ("data", #"{"channels":[{"kind":"data","messages":[{"atMs":1,"everyMs":50,"text":"⚽"}],"repeat":2}]}"#),
            ("inputs", #"{"channels":[{"kind":"data","messages":[{"stdin":true},{"url":"http://a/b"}]}]}"#),
            ("files", #"{"channels":[{"kind":"file","folder":"f","fec":{"scheme":"rs8","k":20,"r":4}}]}"#),
            ("ipv6", #"{"channels":[{"kind":"data","group":"ff3e::1","port":65535,"messages":[]}]}"#),
            ("too-many-symbols", #"{"channels":[{"kind":"video","ts":"a","fec":{"scheme":"rs8","k":240,"r":16}}]}"#),
            ("last-port", #"{"channels":[{"kind":"video","ts":"a","port":65535,"fec":{"scheme":"rs8"}}]}"#),
            ("unknown", #"{"chanels":1,"channels":[{"kind":"file","folder":"f","bandwith":7}]}"#),
            ("numbers", #"{"seed":1e99,"channels":[{"kind":"video","ts":"a","offsetSeconds":-0.0,"port":-1}]}"#),
            ("deep", String(repeating: #"{"channels":["#, count: 300)),
            ("no-channels", #"{"channels":[]}"#),
        ].map { FuzzSeed($0.0, Array($0.1.utf8)) }
    }
}
