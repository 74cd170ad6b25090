import Bytes
import CMicroHTTPD

/// Handing a response to the library: conditions, ranges, and what every answer carries.
extension Exchange {
    /// Queues what `response` comes to for this request; false when the library refuses, which closes the connection.
    func send(_ response: Response) -> Bool {
        if case .stream(let stream) = response.body { self.stream = stream }
        let isReading = method == "GET" || method == "HEAD"
        guard isReading, response.status == 200 else { return queueAsItIs(response) }
        if case .shared(let content) = response.body, response.headers.isEmpty, !fields.hasConditions {
            return queue(content)
        }
        return sendSelected(response)
    }

    /// The shortest way: the response that all readers share.
    private func queue(_ content: SharedContent) -> Bool {
        guard content.whole != nil else { return queueBroken() }
        status = 200
        return content.whole?.queue(200, to: handle) ?? false
    }

    private func sendSelected(_ response: Response) -> Bool {
        var headers = response.headers
        if case .shared(let content) = response.body { headers = content.headers + headers }
        let count = response.body.count
        let modified = headers.value(of: "Last-Modified").flatMap { HTTPDate.seconds(of: $0) }
        let tag = headers.value(of: "ETag")
        switch fields.hasConditions
            ? Selection(fields, entityTag: tag, lastModified: modified, count: count) : .whole
        {
        case .whole:
            if case .shared(let content) = response.body, response.headers.isEmpty { return queue(content) }
            let standard = count == nil ? StandardFields.sharing : StandardFields.ofWhole
            return queue(200, headers + standard, response.body, lease: response.lease)
        case .part(let range):
            headers.append(Header("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count ?? 0)"))
            return queue(206, headers + StandardFields.ofWhole, response.body, range, lease: response.lease)
        case .unchanged: return queue(304, StandardFields.ofUnchanged(headers), .none)
        case .failed:
            return queueAsItIs(.error(412, "what is here now is not what the request expects: fetch it again"))
        case .unsatisfiable:
            let range = Header("Content-Range", "bytes */\(count ?? 0)")
            return queueAsItIs(
                .error(416, "there are only \(count ?? 0) bytes here: ask for a range within them", headers: [range]))
        }
    }

    private func queueAsItIs(_ response: Response) -> Bool {
        var headers = response.headers
        if case .shared(let content) = response.body { headers = content.headers + headers }
        if headers.value(of: "Access-Control-Allow-Origin") == nil,
            method != "POST" && method != "PUT" && method != "DELETE"
        {
            headers += StandardFields.sharing
        }
        return queue(response.status, headers, response.body, lease: response.lease)
    }

    /// Makes the library's response and queues it.
    private func queue(
        _ status: Int, _ headers: [Header], _ body: Body, _ range: Range<Int>? = nil,
        lease: (any AnyObject & Sendable)? = nil
    ) -> Bool {
        let made: NativeResponse?
        switch body {
        case .none: made = NativeResponse(headers: headers)
        case .bytes(let bytes):
            made = NativeResponse(copying: range.map { Array(bytes[$0]) } ?? bytes, headers: headers)
        case .shared(let content):
            made = NativeResponse(content.piece.part(range), headers: headers)
        case .slices(let list) where list.slices.count == 1:
            made = NativeResponse(list.slices[0].part(range), lease: lease, headers: headers)
        case .slices(let list):
            made = NativeResponse(list, range ?? 0..<list.count, lease: lease, headers: headers)
        case .file(let file):
            let part = range ?? 0..<file.count
            made = NativeResponse(FileSource(file, part, self), part, headers: headers)
        case .stream(let stream): made = NativeResponse(StreamSource(stream, self), headers: headers)
        }
        guard let made else { return queueBroken() }
        self.status = status
        return made.queue(status, to: handle)
    }

    /// A header field that is none, or no memory.
    private func queueBroken() -> Bool {
        status = 500
        let sentence = "the server could not write its answer"
        let response = Response.error(500, sentence)
        guard case .bytes(let bytes) = response.body,
            let made = NativeResponse(copying: bytes, headers: response.headers)
        else { return false }
        return made.queue(500, to: handle)
    }
}

extension SlabSlice {
    /// These bytes of it, counted from its first one; all of it for nil.
    func part(_ bytes: Range<Int>?) -> SlabSlice {
        guard let bytes else { return self }
        return SlabSlice(slab, (range.lowerBound + bytes.lowerBound)..<(range.lowerBound + bytes.upperBound))
    }
}
