import Bytes
import Kernels
import ObjectDelivery
import PacketIO

/// The checks of a file of which every byte is there, in steps that are short enough to let others in between: length,
/// digest, decoding, and bringing it to the disk.
///
/// The digest may be of the bytes as they are sent or as they are in the file: senders do either.
final class FileCheck {
    /// Bytes that one step reads or makes at most.
    static let stepLength = 1 << 20

    /// Why a file is not what its table says.
    enum Flaw: Error, Equatable {
        case length(told: UInt64, came: UInt64)
        case digest
        case coding
        case tooLong(UInt64)
        case disk(SystemFault)

        /// The words behind the file's name.
        var words: String {
            switch self {
            case .length(let told, let came): "has \(came) bytes where its table says \(told)"
            case .digest: "has another MD5 than its table says"
            case .coding: "does not unpack as its table says"
            case .tooLong(let limit): "unpacks to more than the \(limit) bytes that are left for it"
            case .disk(let fault): "cannot be written: \(fault.reason)"
            }
        }
    }

    private enum Stage {
        case hashing
        case decoding
        case syncing
        case done
    }

    let channel: Int32
    let key: FileKey
    private let record: FileRecord
    private let sent: IncomingFile
    private var decoded: IncomingFile?
    private var inflater: Inflater?
    private var readOffset: UInt64 = 0
    private var input = Slab(capacity: 0)
    private var inputOffset = 0
    private var stage = Stage.hashing
    private var sentDigest: [UInt8] = []

    init(channel: Int32, _ record: FileRecord, _ sent: IncomingFile) {
        self.channel = channel
        key = record.key
        self.record = record
        self.sent = sent
    }

    /// The file as it is to be kept, once all is done.
    var result: IncomingFile { decoded ?? sent }

    /// Both its forms.
    var files: [IncomingFile] { [sent] + (decoded.map { [$0] } ?? []) }

    /// Bytes that are set aside for both its forms.
    var reserved: UInt64 { sent.reserved &+ (decoded?.reserved ?? 0) }

    /// Does one step; whether it was the last one.
    ///
    /// `begin` makes a further temporary file, `limit` is how long it may become.
    func step(
        _ room: Slab, limit: UInt64, begin: () throws(SystemFault) -> IncomingFile
    ) throws(Flaw) -> Bool {
        do throws(SystemFault) {
            try sent.open()
            try decoded?.open()
            if stage == .hashing, try sent.hashOn(with: room) { return false }
            if stage == .syncing {
                try result.sync()
                stage = .done
            }
        } catch {
            throw .disk(error)
        }
        switch stage {
        case .hashing: try hashed(begin)
        case .decoding: try decode(room, limit: limit)
        case .syncing, .done: break
        }
        return stage == .done
    }

    private func hashed(_ begin: () throws(SystemFault) -> IncomingFile) throws(Flaw) {
        if let told = record.transferLength, told != sent.length { throw .length(told: told, came: sent.length) }
        var hash = sent.hash
        sentDigest = hash.finish()
        if record.coding == .none {
            if let told = record.contentLength, told != sent.length { throw .length(told: told, came: sent.length) }
            if let md5 = record.md5, md5 != sentDigest { throw .digest }
            stage = .syncing
        } else {
            do throws(SystemFault) { decoded = try begin() } catch { throw .disk(error) }
            input = Slab(capacity: Self.stepLength / 4)
            stage = .decoding
        }
    }

    private func decode(_ room: Slab, limit: UInt64) throws(Flaw) {
        guard let decoded else { return }
        if inputOffset == input.count {
            do throws(SystemFault) { readOffset += UInt64(try sent.read(into: input, at: readOffset)) } catch {
                throw .disk(error)
            }
            inputOffset = 0
        }
        let progress = try inflate(into: room)
        let length = decoded.length + UInt64(room.count)
        if let told = record.contentLength, length > told { throw .length(told: told, came: length) }
        guard length <= limit else { throw .tooLong(limit) }
        do throws(SystemFault) { try decoded.write(room.bytes, at: decoded.length) } catch { throw .disk(error) }
        decoded.reserved = length
        switch progress {
        case .outputFull: return
        case .needsInput:
            guard readOffset < sent.length || inputOffset < input.count else { throw .coding }
            return
        case .complete where readOffset < sent.length: return
        case .complete, .ended: break
        }
        if let told = record.contentLength, length != told { throw .length(told: told, came: length) }
        var hash = decoded.hash
        if let md5 = record.md5, md5 != sentDigest, md5 != hash.finish() { throw .digest }
        inflater = nil
        input = Slab(capacity: 0)
        stage = .syncing
    }

    private func inflate(into room: Slab) throws(Flaw) -> Inflater.Progress {
        room.recycle()
        let input = input
        do throws(InflateError) {
            if inflater == nil { inflater = try Inflater(Self.format(record.coding, input.bytes)) }
            return try inflater?.inflate(input.bytes, at: &inputOffset, into: room) ?? .ended
        } catch {
            throw .coding
        }
    }

    /// How the bytes are packed: what some call "deflate" has zlib's header, what others call so has none.
    private static func format(_ coding: FileRecord.Coding, _ bytes: RawSpan) -> Inflater.Format {
        if coding == .gzip { return .gzip }
        guard bytes.byteCount >= 2 else { return .raw }
        let header: UInt16 = bytes.bigEndian(at: 0)
        return header >> 8 & 0xf == 8 && header % 31 == 0 ? .zlibOrGzip : .raw
    }
}

@available(*, unavailable)
extension FileCheck: Sendable {}
