import CCurl

/// Asks an HTTP server for something, or hands it something, one exchange at a time; the one owner of libcurl's handles.
///
/// It blocks for at most ``Limits/seconds`` and belongs to one thread; ``stopper`` ends an exchange from any other.
package final class WebTransfer {
    /// What an exchange may take.
    package struct Limits: Sendable {
        /// How long it may take with all redirections, in milliseconds.
        package var milliseconds: Int
        /// Bytes of an answer that are kept.
        package var answerBytes: Int
        /// Bytes of the heads of all answers.
        package var headBytes = 65_536
        /// How many times it may be sent elsewhere.
        package var redirections = 3

        /// An exchange of so long, and an answer of so many bytes.
        package init(milliseconds: Int, answerBytes: Int) {
            self.milliseconds = milliseconds
            self.answerBytes = answerBytes
        }
    }

    /// What a server said in the end.
    package struct Answer: Equatable {
        /// The status.
        package var status: Int
        /// The first bytes of the body.
        package var bytes: [UInt8]
        /// Whether the body had more of them, which were not waited for.
        package var isCut: Bool
    }

    /// Why there is no answer.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        /// The reason, for people.
        package var description: String
    }

    /// Ends the exchange that runs, and every later one.
    package let stopper: WebTransferStopper
    private let easy: OpaquePointer
    private let multi: OpaquePointer
    private let limits: Limits
    private var fields: UnsafeMutablePointer<curl_slist>?

    /// Exchanges with `address`, http and https only, as `agent`; nil when libcurl cannot be used.
    package init?(_ address: String, agent: String, limits: Limits) {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let many = curl_multi_init() else { return nil }
        guard let made = curl_easy_init() else {
            curl_multi_cleanup(many)
            return nil
        }
        easy = OpaquePointer(made)
        multi = OpaquePointer(many)
        self.limits = limits
        stopper = WebTransferStopper(many)
        _ = ccurl_set_text(made, CURLOPT_URL, address)
        _ = ccurl_set_text(made, CURLOPT_PROTOCOLS_STR, "http,https")
        _ = ccurl_set_text(made, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        _ = ccurl_set_text(made, CURLOPT_USERAGENT, agent)
        _ = ccurl_set_long(made, CURLOPT_FOLLOWLOCATION, 1)
        _ = ccurl_set_long(made, CURLOPT_MAXREDIRS, limits.redirections)
        _ = ccurl_set_long(made, CURLOPT_TIMEOUT_MS, limits.milliseconds)
        _ = ccurl_set_long(made, CURLOPT_NOSIGNAL, 1)
    }

    deinit {
        // From here on nobody wakes the handle.
        stopper.close()
        curl_easy_cleanup(UnsafeMutableRawPointer(easy))
        curl_multi_cleanup(UnsafeMutableRawPointer(multi))
        curl_slist_free_all(fields)
    }

    /// What stands at the address.
    package func get() throws(Failure) -> Answer { try perform() }

    /// Hands `body` over; it stays a POST of the same body wherever it is sent.
    ///
    /// Every one has a connection of its own: one that the server has closed meanwhile would have it sent twice.
    package func post(_ body: [UInt8], type: String) throws(Failure) -> Answer {
        let curl = UnsafeMutableRawPointer(easy)
        curl_slist_free_all(fields)
        fields = curl_slist_append(nil, "Content-Type: \(type)")
        // Without waiting for leave to send the body (RFC 9110, section 10.1.1): it is short.
        if let more = curl_slist_append(fields, "Expect:") { fields = more }
        _ = ccurl_set_fields(curl, fields)
        _ = ccurl_set_long(curl, CURLOPT_POSTREDIR, ccurl_post_stays_post)
        _ = ccurl_set_long(curl, CURLOPT_FRESH_CONNECT, 1)
        _ = ccurl_set_long(curl, CURLOPT_FORBID_REUSE, 1)
        let code = body.withUnsafeBytes { ccurl_set_body(curl, $0.baseAddress, $0.count) }
        guard code == CURLE_OK else { throw Failure(description: String(cString: curl_easy_strerror(code))) }
        return try perform()
    }

    private func perform() throws(Failure) -> Answer {
        let sheet = Sheet(limits)
        let curl = UnsafeMutableRawPointer(easy)
        // The sheet outlives the exchange, and nobody calls back behind it.
        let context = Unmanaged.passUnretained(sheet).toOpaque()
        _ = ccurl_set_writer(
            curl,
            { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let sheet = Unmanaged<Sheet>.fromOpaque(context).takeUnretainedValue()
                return sheet.take(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
            }, context)
        _ = ccurl_set_header_writer(
            curl,
            { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let sheet = Unmanaged<Sheet>.fromOpaque(context).takeUnretainedValue()
                return sheet.takeHead(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
            }, context)
        let code = run(curl)
        withExtendedLifetime(sheet) {}
        if code == CURLE_OK, !sheet.isHeadComplete {
            throw Failure(description: "the answer ended within its head")
        }
        if let code, code == CURLE_OK || sheet.isCut {
            return Answer(status: ccurl_status(curl), bytes: sheet.bytes, isCut: sheet.isCut)
        }
        guard let code else { throw Failure(description: "the exchange was stopped") }
        let isLongHead = sheet.headBytes > limits.headBytes
        throw Failure(
            description: isLongHead
                ? "the head of the answer is longer than \(limits.headBytes) bytes"
                : String(cString: curl_easy_strerror(code)))
    }

    /// How the exchange ended; nil when it was stopped.
    private func run(_ curl: UnsafeMutableRawPointer) -> CURLcode? {
        let many = UnsafeMutableRawPointer(multi)
        guard curl_multi_add_handle(many, curl) == CURLM_OK else { return CURLE_FAILED_INIT }
        defer { curl_multi_remove_handle(many, curl) }
        var running: Int32 = 1
        while true {
            if stopper.isStopped { return nil }
            guard curl_multi_perform(many, &running) == CURLM_OK else { return CURLE_FAILED_INIT }
            if running == 0 { break }
            guard curl_multi_poll(many, nil, 0, 1_000, nil) == CURLM_OK else { return CURLE_FAILED_INIT }
        }
        var left: Int32 = 0
        while let message = curl_multi_info_read(many, &left) {
            if message.pointee.msg == CURLMSG_DONE { return ccurl_result(message) }
        }
        return CURLE_FAILED_INIT
    }

    /// What an answer brings.
    private final class Sheet {
        private let limits: Limits
        private(set) var bytes: [UInt8] = []
        private(set) var isCut = false
        private(set) var headBytes = 0
        /// Whether the last line of a head so far was its empty one.
        private(set) var isHeadComplete = false

        init(_ limits: Limits) { self.limits = limits }

        func take(_ more: UnsafeRawBufferPointer) -> Bool {
            guard bytes.count + more.count <= limits.answerBytes else {
                isCut = true
                return false
            }
            bytes.append(contentsOf: more)
            return true
        }

        /// Takes a line of a head.
        func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
            headBytes += line.count
            isHeadComplete = line.allSatisfy { $0 == 0x0d || $0 == 0x0a }
            return headBytes <= limits.headBytes
        }
    }
}

@available(*, unavailable)
extension WebTransfer: Sendable {}
@available(*, unavailable)
extension WebTransfer.Answer: Sendable {}
