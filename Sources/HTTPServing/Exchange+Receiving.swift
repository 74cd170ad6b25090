import CMicroHTTPD

/// Taking a request in: its head, then its body, piece by piece.
extension Exchange {
    /// Of a body that is too long so much is passed over before the connection is cut; less than that gets its answer.
    private static let patience = 16 << 20

    /// The head is complete; false when the library refuses the answer that it already got.
    func takeHead(method name: UnsafePointer<CChar>, bytesBeforeVersion: Int) -> Bool {
        hasHead = true
        method = String(cString: name)
        takeFields()
        refusal = refusalOfHead(bytesBeforeVersion)
        guard fields.hasFraming, hasBody else {
            record.setDeadline(.never)
            return true
        }
        record.setDeadline(.now + core.limits.bodyDeadline)
        // Said before the body comes, which then need not come; the library closes the connection behind it.
        guard let refusal else { return true }
        return send(refusal)
    }

    /// Takes a piece of the body; false when it is far too long.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard refusal == nil, bytes.count <= core.limits.body - body.count else {
            if refusal == nil { refusal = bodyTooLong }
            body = []
            skippedBody += bytes.count
            return skippedBody <= Self.patience
        }
        body.append(contentsOf: bytes)
        return true
    }

    private var hasBody: Bool {
        fields.value(of: "Transfer-Encoding") != nil || (fields.value(of: "Content-Length") ?? "0") != "0"
    }

    private var bodyTooLong: Response {
        .error(413, "the body of the request is too long: at most \(core.limits.body) bytes are taken here")
    }

    private func takeFields() {
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(
                handle.raw, .HEADER_KIND,
                { context, _, name, nameCount, value, valueCount in
                    guard let fields = context?.assumingMemoryBound(to: FieldBlock.self), let name else { return .NO }
                    fields.pointee.append(
                        UnsafeRawBufferPointer(start: name, count: nameCount),
                        UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount))
                    return .YES
                }, fields)
        }
    }

    /// What is wrong with the head itself, whoever would answer it.
    private func refusalOfHead(_ bytesBeforeVersion: Int) -> Response? {
        let limits = core.limits
        if core.isStopping { return Self.stopping }
        if target.count > limits.target {
            return .error(414, "the address is too long: at most \(limits.target) bytes are taken here")
        }
        // The library ends the target at its first zero byte; the version then stands further behind.
        if bytesBeforeVersion != target.count + 1 { return .error(400, "\(TargetFault.nul)") }
        if cmhd_head_size(handle.raw) > limits.head {
            return .error(431, "the head of the request is too long: at most \(limits.head) bytes are taken here")
        }
        return fields.hasFraming ? refusalOfFraming : nil
    }

    /// Framing that two servers in a row could understand differently (RFC 9112, sections 3.2 and 6.3).
    ///
    /// What follows such a head may be its body or a request: the connection is closed, so that nobody decides.
    private var refusalOfFraming: Response? {
        let length = fields.list(of: "Content-Length")
        if let encoding = fields.list(of: "Transfer-Encoding") {
            guard encoding.utf8.count == 7, zip(encoding.utf8, "chunked".utf8).allSatisfy({ $0.lowered == $1 }) else {
                return .error(501, "this transfer coding is not known here: send the body chunked, or with its length")
            }
            if length != nil {
                return .error(
                    400, "the request has both Content-Length and Transfer-Encoding: send one of them",
                    headers: Self.closing)
            }
        }
        if let length {
            guard let count = Int(length), length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return .error(
                    400, "the Content-Length of the request is no single number", headers: Self.closing)
            }
            if count > core.limits.body { return bodyTooLong }
        }
        return nil
    }

    private static let closing = [Header("Connection", "close")]

    static var stopping: Response {
        .error(
            503, "the server is stopping: try again in a moment",
            headers: [Header("Retry-After", "5"), Header("Connection", "close")])
    }
}
