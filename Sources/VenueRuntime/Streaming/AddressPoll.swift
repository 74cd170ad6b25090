/// Asks an HTTP server for a document, again and again, and hands it on when it has changed.
///
/// It blocks for at most ``limit`` and belongs to one thread.
final class AddressPoll {
    /// Longer documents are refused, in bytes.
    static let sizeLimit = 65_536
    /// How long one answer may take, in seconds.
    static let limit = 5

    /// Why there is no document.
    struct Failure: Error, Equatable, CustomStringConvertible {
        var description: String
    }

    private let transfer: WebTransfer
    private var last: [UInt8]?

    /// Asks at `address`; nil when libcurl cannot be used.
    init?(_ address: String) {
        let limits = WebTransfer.Limits(milliseconds: Self.limit * 1_000, answerBytes: Self.sizeLimit)
        guard let made = WebTransfer(address, agent: "svmstreamer", limits: limits) else { return nil }
        transfer = made
    }

    /// The document, when it has changed since the last time; nil when it has not.
    func ask() throws(Failure) -> [UInt8]? {
        let answer: WebTransfer.Answer
        do throws(WebTransfer.Failure) { answer = try transfer.get() } catch {
            throw Failure(description: error.description)
        }
        guard (200..<300).contains(answer.status) else {
            throw Failure(description: "the answer's status is \(answer.status)")
        }
        guard !answer.isCut else { throw Failure(description: "the answer is longer than \(Self.sizeLimit) bytes") }
        guard answer.bytes != last else { return nil }
        last = answer.bytes
        return answer.bytes
    }
}

@available(*, unavailable)
extension AddressPoll: Sendable {}
