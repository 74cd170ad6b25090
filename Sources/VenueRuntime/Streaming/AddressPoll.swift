import CCurl
import Synchronization

/// Asks an HTTP server for a document, again and again, and hands it on when it has changed.
///
/// It blocks for at most ``limit`` and belongs to one thread.
final class AddressPoll {
    /// Longer documents are refused, in bytes.
    static let sizeLimit = 65_536
    /// How long one answer may take, in seconds.
    static let limit = 5
    /// How many times one may be sent elsewhere.
    private static let redirections = 3

    /// Why there is no document.
    struct Failure: Error, Equatable, CustomStringConvertible {
        var description: String
    }

    private let handle: OpaquePointer
    private var last: [UInt8]?

    /// Asks at `address`; nil when libcurl cannot be used.
    init?(_ address: String) {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let made = curl_easy_init() else { return nil }
        handle = OpaquePointer(made)
        _ = ccurl_set_text(made, CURLOPT_URL, address)
        _ = ccurl_set_text(made, CURLOPT_PROTOCOLS_STR, "http,https")
        _ = ccurl_set_text(made, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        _ = ccurl_set_text(made, CURLOPT_USERAGENT, "svmstreamer")
        _ = ccurl_set_long(made, CURLOPT_FOLLOWLOCATION, 1)
        _ = ccurl_set_long(made, CURLOPT_MAXREDIRS, Self.redirections)
        _ = ccurl_set_long(made, CURLOPT_TIMEOUT, Self.limit)
        _ = ccurl_set_long(made, CURLOPT_NOSIGNAL, 1)
        _ = ccurl_set_long(made, CURLOPT_FAILONERROR, 1)
    }

    deinit { curl_easy_cleanup(UnsafeMutableRawPointer(handle)) }

    /// The document, when it has changed since the last time; nil when it has not.
    func ask() throws(Failure) -> [UInt8]? {
        let sheet = Sheet()
        let curl = UnsafeMutableRawPointer(handle)
        // The sheet outlives the call, and nobody calls back behind it.
        let context = Unmanaged.passUnretained(sheet).toOpaque()
        _ = ccurl_set_writer(
            curl,
            { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let sheet = Unmanaged<Sheet>.fromOpaque(context).takeUnretainedValue()
                return sheet.take(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
            }, context)
        let code = curl_easy_perform(curl)
        withExtendedLifetime(sheet) {}
        guard code == CURLE_OK else {
            let reason =
                sheet.isTooLong
                ? "the answer is longer than \(Self.sizeLimit) bytes" : String(cString: curl_easy_strerror(code))
            throw Failure(description: reason)
        }
        guard sheet.bytes != last else { return nil }
        last = sheet.bytes
        return sheet.bytes
    }

    /// What an answer brings.
    private final class Sheet {
        private(set) var bytes: [UInt8] = []
        private(set) var isTooLong = false

        func take(_ more: UnsafeRawBufferPointer) -> Bool {
            guard bytes.count + more.count <= AddressPoll.sizeLimit else {
                isTooLong = true
                return false
            }
            bytes.append(contentsOf: more)
            return true
        }
    }
}

@available(*, unavailable)
extension AddressPoll: Sendable {}
