import Bytes
import Clips
import HTTPServing
import Timing

/// A clip as it is answered: its bytes, and everything that its headers say.
struct ClipAnswer {
    let channel: ChannelView
    let request: ClipRequest
    let format: ClipFormat
    let facts: ClipFacts
    let type: String

    /// The path of a channel's things.
    private var base: String { "/api/v1/channels/\(channel.id)/" }

    /// The answer with `body`; `lease` is given back when it has been sent.
    func response(_ body: SliceList, _ lease: ClipBudget.Lease?) -> Response {
        var response = Response(status: 200, headers: headers, body: .slices(body))
        response.lease = lease
        return response
    }

    /// Whether the reader knows the clip already, so that its bytes need not be made.
    func isKnown(to query: Request) -> Bool {
        query.needsNoBody(ofTag: facts.entityTag)
    }

    private var headers: [Header] {
        var headers = [Header("Content-Type", type), Header("ETag", facts.entityTag)]
        headers += facts.headers.map { Header($0.name, $0.value) }
        headers.append(
            Header("Content-Disposition", "attachment; filename=\"\(facts.fileName).\(format.fileExtension)\""))
        if let location = facts.location {
            headers.append(Header("Content-Location", base + file(format) + location))
            headers += links(location)
        }
        headers.append(Header("Cache-Control", isFixed ? "public, max-age=31536000, immutable" : "no-store"))
        return headers
    }

    /// Only a window of absolute times that is delivered whole gives the same bytes for ever.
    private var isFixed: Bool {
        guard facts.isFinal, !facts.isClipped, case .absolute(.some, .some) = request.window else { return false }
        return true
    }

    private func file(_ format: ClipFormat) -> String {
        switch format {
        case .transport: "clip.ts?"
        case .progressive: "clip.mp4?"
        case .fragmented: "clip.mp4?fragmented=1&"
        }
    }

    /// Where the rest of what is known of the window is to be had (RFC 8288).
    private func links(_ location: String) -> [Header] {
        let times = location.split(separator: "&").filter { $0.hasPrefix("start=") || $0.hasPrefix("duration=") }
        let window = times.joined(separator: "&")
        let behind = window + (format == .transport ? "" : format == .progressive ? "&format=mp4" : "&format=fmp4")
        let twin: ClipFormat = format == .transport ? .progressive : .transport
        // Datagrams are no matter of MP4.
        let other = facts.accuracy == .packet ? window : location
        return [
            "<\(base)windows?\(behind)>; rel=\"describedby\"; type=\"application/json\"",
            "<\(base)evidence.pcapng?\(behind)>; rel=\"related\"; type=\"application/x-pcapng\"",
            "<\(base)thumb.jpg?at=\(facts.start.epochSeconds)>; rel=\"preview\"; type=\"image/jpeg\"",
            "<\(base)\(file(twin))\(other)>; rel=\"alternate\"; "
                + "type=\"\(twin == .transport ? "video/mp2t" : "video/mp4")\"",
        ].map { Header("Link", $0) }
    }
}
