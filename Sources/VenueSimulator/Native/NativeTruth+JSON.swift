import NetworkFormats

extension NativeTruth {
    /// The truth file: the report's shape, reduced to what is certain; one channel a line.
    public var jsonText: String {
        let lines = channels.map { "  " + $0.jsonText }
        return "{\"announcements\":\(announcements.jsonText),\n \"sap\":{\"received\":\(announcements.descriptions)},\n"
            + " \"channels\":[\n\(lines.joined(separator: ",\n"))\n ]}\n"
    }
}

extension NativeTruth.Announcements {
    fileprivate var jsonText: String {
        "{\"announcementsReceived\":\(received),\"announcementsMalformed\":\(malformed),"
            + "\"invalidJsonAnnouncements\":\(invalidJSON),\"versionMismatchAnnouncements\":\(otherVersion),"
            + "\"announcementsNotAllowed\":\(notAllowed),\"licenseMismatchAnnouncements\":\(otherLicense),"
            + "\"channelsAdded\":\(added),\"channelsPruned\":\(pruned)}"
    }
}

extension NativeTruth.Channel {
    fileprivate var jsonText: String {
        var text = "{\"name\":\(name.jsonText),\"kind\":\"\(kind)\",\"group\":\"\(destination.address)\","
        text += "\"port\":\(destination.port),\"source\":\"\(source)\""
        if let video {
            text += ",\"rtp\":{\"lost\":\(video.rtp?.lost ?? 0)}"
            text += ",\"fec\":{\"recovered\":\(video.fec.recovered),\"unrecovered\":\(video.fec.unrecovered)}"
            text += ",\"windows\":{\"open\":\(video.windows.open),\"partial\":\(video.windows.partial),"
            text += "\"protection_windows\":\(video.windows.protectionWindows),"
            text += "\"window_no_loss\":\(video.windows.noLoss),"
            text += "\"window_recovery_successes\":\(video.windows.recoverySuccesses),"
            text += "\"window_recovery_failures\":\(video.windows.recoveryFailures),"
            text += "\"window_warning\":\(warnings),\"window_error\":\(errors)}"
        }
        if let messages {
            text += ",\"messages\":{\"sent\":\(messages.sent),\"delivered\":\(messages.delivered)}"
        }
        if let files { text += ",\"files\":{\"sent\":\(files.sent),\"delivered\":\(files.delivered)}" }
        return text + "}"
    }
}

extension String {
    /// The text as JSON has it (RFC 8259, section 7).
    fileprivate var jsonText: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
