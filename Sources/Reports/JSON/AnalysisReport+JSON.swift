import NetworkFormats
import Timing

extension AnalysisReport {
    /// The report as JSON, schema 1: the same report gives the same bytes.
    public var jsonText: String { json.document }

    /// The report as a JSON value, its keys in the schema's order.
    public var json: OrderedJSON {
        [
            "schema": .integer(Self.schema),
            "capture": capture.json,
            "announcements": announcements.json,
            "sap": sap.json,
            "streamers": .array(streamers.map(\.json)),
            "channels": .array(channels.map(\.json)),
            "igmp": .array(igmp.map(\.json)),
            "findings": .array(findings.kept.map(\.json)),
            "findingsOmitted": findings.omitted.isEmpty ? nil : .counts(findings.omitted),
            "verdict": .string(verdict.rawValue),
        ]
    }
}

extension OrderedJSON {
    /// An object of counts by name.
    static func counts(_ counts: [CountedReason]) -> Self {
        .object(counts.map { Member($0.name, .integer($0.frames)) })
    }

    static func time(_ time: StreamTime?) -> Self { time.map { .string($0.rfc3339) } ?? .null }

    static func address(_ address: IPAddress?) -> Self { address.map { .string($0.description) } ?? .null }

    static func frame(_ frame: UInt64) -> Self { .integer(Int(clamping: frame)) }

    /// A synchronization source as eight hexadecimal digits.
    static func synchronizationSource(_ ssrc: UInt32) -> Self {
        let digits = String(ssrc, radix: 16)
        return .string("0x" + String(repeating: "0", count: 8 - digits.count) + digits)
    }

    static func milliseconds(_ value: Double) -> Self { .decimal(value, digits: 3) }

    static func microseconds(_ value: Double) -> Self { .decimal(value, digits: 1) }

    static func partsPerMillion(_ value: Double) -> Self { .decimal(value, digits: 2) }

    static func ratio(_ value: Double) -> Self { .decimal(value, digits: 4) }
}

extension CaptureReport {
    var json: OrderedJSON {
        [
            "file": .string(file),
            "format": .string(format),
            "linkTypes": .array(linkTypes.map(OrderedJSON.string)),
            "resolution": .string(resolution),
            "frames": .integer(frames),
            "bytes": .integer(bytes),
            "firstTime": .time(firstTime),
            "lastTime": .time(lastTime),
            "truncatedFrames": .integer(truncatedFrames),
            "captureDrops": .integer(captureDrops),
            "checksumMismatches": .integer(checksumMismatches),
            "skipped": skipped.json,
            "clockSteps": .array(clockSteps.map(\.json)),
            "cutAfterFrame": cutAfterFrame.map(OrderedJSON.integer),
            "contents": contents.isEmpty ? nil : .counts(contents),
            "otherFlows": otherFlows.isEmpty ? nil : .array(otherFlows.map(\.json)),
        ]
    }
}

extension SkippedFrames {
    var json: OrderedJSON {
        let named = [
            CountedReason("notIP", notIP), CountedReason("fragment", fragment),
            CountedReason("badChecksum", badChecksum), CountedReason("unknownLinkType", unknownLinkType),
        ]
        return .counts(named + others)
    }
}

extension ClockStep {
    var json: OrderedJSON {
        ["frame": .frame(frame), "time": .time(time), "stepMs": .milliseconds(step.milliseconds)]
    }
}

extension OtherFlow {
    var json: OrderedJSON {
        [
            "source": .address(source), "destination": .string(destination.description),
            "datagrams": .integer(datagrams), "content": content.map(OrderedJSON.string),
        ]
    }
}

extension AnnouncementsReport {
    var json: OrderedJSON {
        [
            "announcementsReceived": .integer(received),
            "announcementsMalformed": .integer(malformed.count),
            "invalidJsonAnnouncements": .integer(invalidJSON.count),
            "versionMismatchAnnouncements": .integer(versionMismatch.count),
            "announcementsNotAllowed": .integer(notAllowed.count),
            "licenseMismatchAnnouncements": .integer(licenseMismatch.count),
            "channelsAdded": .integer(channelsAdded),
            "channelsPruned": .integer(channelsPruned),
            "listenerIgmpRestarts": .integer(listenerRestarts),
        ]
    }
}

extension StreamerReport {
    /// The Streamer as reports and the server show it.
    public var json: OrderedJSON {
        [
            "address": .address(address), "id": .string(id), "name": .string(name), "isAllowed": .bool(isAllowed),
        ]
    }
}

extension SAPReport {
    var json: OrderedJSON {
        [
            "received": .integer(received), "malformed": .integer(malformed), "sessions": .integer(sessions),
            "deleted": .integer(deleted),
        ]
    }
}

extension MembershipEntry {
    var json: OrderedJSON {
        [
            "time": .time(time), "host": .address(host), "group": .address(group), "event": .string(event.rawValue),
            "firstPacketMs": event == .join ? firstPacketMs.map(OrderedJSON.milliseconds) ?? .null : nil,
            "frame": .frame(frame),
        ]
    }
}
