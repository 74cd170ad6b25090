import Foundation
import HTTPServing

/// What every answer on the routes with windows must hold, whoever asks for whatever.
enum ClipAnswerCheck {
    /// Statuses that are documented: done, refused for the request, the resource, the time, the load, or the disk.
    static let statuses: Set<Int> = [
        200, 201, 204, 206, 304, 400, 404, 405, 409, 412, 413, 414, 415, 416, 422, 425, 429, 431, 503, 507,
    ]

    /// What is wrong with an answer; nil when nothing is.
    static func fault(
        _ status: Int, _ header: (String) -> String?, _ body: [UInt8], isHead: Bool = false
    ) -> String? {
        guard statuses.contains(status) else { return "status \(status)" }
        if status >= 400 { return isHead ? nil : refusalFault(status, header, body) }
        guard status == 200 || status == 201 else { return nil }
        guard let type = header("Content-Type") else { return "no Content-Type" }
        return isHead ? nil : contentFault(type, body)
    }

    private static func refusalFault(_ status: Int, _ header: (String) -> String?, _ body: [UInt8]) -> String? {
        guard header("Content-Type") == "application/json" else {
            return "an error of type \(header("Content-Type") ?? "")"
        }
        let object = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
        guard object.count == 2, object["status"] as? String == "error", let sentence = object["error"] as? String,
            sentence.count > 5
        else { return "an error of another shape: \(String(decoding: body.prefix(200), as: UTF8.self))" }
        guard !sentence.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            return "control characters in \(sentence)"
        }
        let needsRetry = status == 425 || status == 429
        return needsRetry && header("Retry-After").flatMap({ Int($0) }).map({ $0 > 0 }) != true ? "no Retry-After" : nil
    }

    /// Every format says itself how long it is.
    private static func contentFault(_ type: String, _ body: [UInt8]) -> String? {
        switch type.prefix(while: { $0 != ";" }) {
        case "video/mp2t":
            let isWhole = body.count % 188 == 0 && !body.isEmpty
            return isWhole && stride(from: 0, to: body.count, by: 188).allSatisfy({ body[$0] == 0x47 })
                ? nil : "no packets"
        case "video/mp4", "audio/mp4": return movieFault(body)
        case "application/x-pcapng": return captureFault(body)
        case "application/zip":
            return body.starts(with: [0x50, 0x4b, 3, 4]) && body.suffix(22).starts(with: [0x50, 0x4b, 5, 6])
                ? nil : "no zip"
        case "image/jpeg": return body.starts(with: [0xff, 0xd8]) && body.suffix(2) == [0xff, 0xd9] ? nil : "no JPEG"
        case "text/vtt": return body.starts(with: "WEBVTT".utf8) ? nil : "no WebVTT"
        case "text/html": return body.starts(with: "<!".utf8) ? nil : "no page"
        case "application/json":
            return (try? JSONSerialization.jsonObject(with: Data(body))) is [String: Any] ? nil : "no JSON"
        default: return "a type \(type)"
        }
    }

    /// ISO/IEC 14496-12, 4.2: every box says its length; they fill the file, and the file type comes first.
    private static func movieFault(_ body: [UInt8]) -> String? {
        var names: [String] = []
        var place = 0
        while place + 8 <= body.count {
            let length = big(body, place)
            names.append(String(decoding: body[(place + 4)..<(place + 8)], as: UTF8.self))
            guard length >= 8, place + length <= body.count else { return "box \(names.last ?? "") of \(length) bytes" }
            place += length
        }
        guard place == body.count else { return "\(body.count - place) bytes behind the last box" }
        guard names.first == "ftyp", let index = names.firstIndex(of: "moov"), let media = names.firstIndex(of: "mdat")
        else { return "boxes \(names)" }
        return index < media ? nil : "media before its index"
    }

    /// The pcapng draft, section 3.1: every block says its length in front and behind; they fill the file.
    private static func captureFault(_ body: [UInt8]) -> String? {
        guard body.starts(with: [0x0a, 0x0d, 0x0d, 0x0a]) else { return "no section" }
        var place = 0
        while place + 12 <= body.count {
            let length = little(body, place + 4)
            guard length >= 12, place + length <= body.count, little(body, place + length - 4) == length else {
                return "a block of \(length) bytes"
            }
            place += length
        }
        return place == body.count ? nil : "\(body.count - place) bytes behind the last block"
    }

    private static func big(_ bytes: [UInt8], _ at: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) } }

    private static func little(_ bytes: [UInt8], _ at: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
}
