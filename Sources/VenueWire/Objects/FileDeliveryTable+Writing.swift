import FoundationEssentials

extension FileDeliveryTable {
    /// The table as XML in UTF-8, in the name space of RFC 6726.
    public func xmlBody() -> [UInt8] {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<FDT-Instance xmlns=\"urn:ietf:params:xml:ns:fdt\""
        text += " Expires=\"\(expires)\""
        if isComplete { text += " Complete=\"true\"" }
        text += ">\n"
        for entry in entries { text += entry.element }
        text += "</FDT-Instance>\n"
        return Array(text.utf8)
    }
}

extension FileEntry {
    /// The File element of the entry, on a line of its own.
    fileprivate var element: String {
        var text = "<File TOI=\"\(object)\" Content-Location=\"\(Self.escaped(location))\""
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { text += " \(name)=\"\(Self.escaped(value))\"" }
        }
        add("Content-Length", contentLength.map { "\($0)" })
        add("Transfer-Length", transferLength.map { "\($0)" })
        add("Content-Type", contentType)
        add("Content-Encoding", contentEncoding)
        add("Content-MD5", md5.map { Data($0).base64EncodedString() })
        add("FEC-OTI-FEC-Encoding-ID", transfer.encoding.map { "\($0.rawValue)" })
        add("FEC-OTI-FEC-Instance-ID", transfer.instance.map { "\($0)" })
        add("FEC-OTI-Maximum-Source-Block-Length", transfer.blockLength.map { "\($0)" })
        add("FEC-OTI-Encoding-Symbol-Length", transfer.symbolLength.map { "\($0)" })
        add("FEC-OTI-Max-Number-of-Encoding-Symbols", transfer.symbolLimit.map { "\($0)" })
        return text + "/>\n"
    }

    /// A value as it may stand between quotation marks; characters that XML has no room for become U+FFFD.
    private static func escaped(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case "\"": text += "&quot;"
            case "\t", "\n", "\r": text += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff: text += "\u{fffd}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
