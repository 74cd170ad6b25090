import Bytes
import Channels
import Foundation
import Glibc
import ObjectDelivery
import Reports

/// Writes the messages of one data channel to a file, one JSON object a line.
///
/// The file has a hidden name until its channel's is known.
final class MessageLines {
    /// Bytes gathered before they are written.
    private static let pieceLength = 1 << 16

    /// Where it lies for now.
    let path: String
    private var pending: [UInt8] = []
    private var descriptor: Int32 = -1
    private var hasBegun = false
    private var isNamed = false

    init(path: String) { self.path = path }

    /// What was not given a name does not stay.
    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
        if hasBegun, !isNamed { unlink(path) }
    }

    /// Whether there is a file.
    var isEmpty: Bool { !hasBegun && pending.isEmpty }

    /// Adds a message; the reason when it cannot be written.
    func append(_ message: DataMessage, _ bytes: RawSpan) -> String? {
        let content = bytes.copied()
        let text = String(validating: content, as: UTF8.self)
        let line: OrderedJSON = [
            "time": .string(message.time.rfc3339), "toi": .integer(Int(message.object)),
            "text": text.map(OrderedJSON.string),
            "base64": text == nil ? .string(Data(content).base64EncodedString()) : nil,
            "bytes": .integer(content.count),
        ]
        pending += Array(line.text.utf8) + [0x0a]
        return pending.count < Self.pieceLength ? nil : flush()
    }

    /// Writes what is gathered; the reason when that fails.
    func flush() -> String? {
        guard !pending.isEmpty else { return nil }
        if descriptor < 0 {
            // A file or link of this name that somebody put there is not followed and not touched.
            descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, 0o666)
            guard descriptor >= 0 else { return String(cString: strerror(errno)) }
            hasBegun = true
        }
        var written = 0
        while written < pending.count {
            let count = pending[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { written += count } else if errno != EINTR { return String(cString: strerror(errno)) }
        }
        pending.removeAll(keepingCapacity: true)
        return nil
    }

    /// Gives the file its name; the reason when that fails.
    func rename(to target: String) -> String? {
        guard Glibc.rename(path, target) == 0 else { return String(cString: strerror(errno)) }
        isNamed = true
        return nil
    }
}

@available(*, unavailable)
extension MessageLines: Sendable {}
