import Bytes
import Channels
import Foundation
import Glibc
import NetworkFormats
import Pipeline
import Protection
import Reports

/// Writes every channel's transport stream to a file of its own, packets of 188 bytes in sequence order.
///
/// While the capture is read the files have hidden names, because a channel's name may be announced late; at the end they
/// are named after their channels, and those nobody asked for are removed. A full disk is told once, at the end.
final class TransportExtractor: ChannelSink {
    private static let packetLength = 188
    private static let longPacketLength = 204
    /// Bytes gathered before they are written.
    private static let pieceLength = 1 << 16
    /// Files kept open at a time; further channels are opened for every piece.
    private static let openLimit = 256

    private struct File {
        var id: String
        var path: String
        var packetLength: Int
        var descriptor: Int32 = -1
        var hasBegun = false
        let pending = Slab(capacity: pieceLength)
    }

    private let extraction: Extraction
    private let capturePath: String
    private var files: [File?] = []
    private var openFiles = 0
    private var failure: AnalysisFailure?

    /// Makes the folder if it is not there; the capture at `capturePath` will not be overwritten.
    init(_ extraction: Extraction, from capturePath: String) throws(AnalysisFailure) {
        self.extraction = extraction
        self.capturePath = capturePath
        do {
            try FileManager.default.createDirectory(atPath: extraction.directory, withIntermediateDirectories: true)
        } catch {
            throw .unwritable(path: extraction.directory, reason: error.localizedDescription)
        }
    }

    /// What was not given a name, because something failed on the way, does not stay.
    deinit {
        for case let file? in files where file.hasBegun {
            if file.descriptor >= 0 { Glibc.close(file.descriptor) }
            unlink(file.path)
        }
    }

    func opened(_ channel: ChannelIdentity) {
        let path = extraction.directory + "/." + channel.id + ".\(getpid()).part"
        files.append(channel.packetLength.map { File(id: channel.id, path: path, packetLength: $0) })
    }

    func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {
        guard files[Int(channel)] != nil, failure == nil else { return }
        switch release.kind {
        case .lost: return
        case .recovered where extraction.form == .received: return
        case .received, .recovered: append(bytes, to: Int(channel))
        }
    }

    func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) {}

    private func append(_ bytes: RawSpan, to index: Int) {
        guard let packetLength = files[index]?.packetLength, let pending = files[index]?.pending else { return }
        // Reed-Solomon bytes behind a packet, and what a sender appends to the last one, are no transport stream.
        var offset = 0
        while offset + Self.packetLength <= bytes.byteCount {
            let end =
                packetLength == Self.packetLength
                ? bytes.byteCount / Self.packetLength * Self.packetLength
                : offset + Self.packetLength
            let piece = bytes.extracting(offset..<end)
            if pending.spare < piece.byteCount { flush(index) }
            pending.append(piece)
            offset = packetLength == Self.packetLength ? bytes.byteCount : offset + Self.longPacketLength
        }
    }

    private func flush(_ index: Int) {
        guard var file = files[index], failure == nil else { return }
        if file.descriptor < 0 {
            // A file or link of this name that somebody put there is not followed and not touched.
            let mode = file.hasBegun ? O_APPEND : O_CREAT | O_EXCL
            file.descriptor = open(file.path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | mode, 0o666)
            guard file.descriptor >= 0 else { return fail(file.path) }
            file.hasBegun = true
            openFiles += 1
        }
        let pending = file.pending
        let isWritten = pending.bytes.withUnsafeBytes { Self.write($0, to: file.descriptor) }
        if !isWritten { fail(file.path) }
        pending.recycle()
        if openFiles > Self.openLimit {
            Glibc.close(file.descriptor)
            file.descriptor = -1
            openFiles -= 1
        }
        files[index] = file
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            if count > 0 { written += count } else if errno != EINTR { return false }
        }
        return true
    }

    private func isCapture(_ path: String) -> Bool {
        var capture = stat()
        var target = stat()
        guard stat(capturePath, &capture) == 0, stat(path, &target) == 0 else { return false }
        return capture.st_dev == target.st_dev && capture.st_ino == target.st_ino
    }

    private func fail(_ path: String) {
        failure = failure ?? .unwritable(path: path, reason: String(cString: strerror(errno)))
    }

    /// Writes what is left and gives the files of `channels` their names; the others are removed.
    func finish(keeping channels: [ChannelReport], among used: inout Set<String>) throws(AnalysisFailure) {
        for index in files.indices {
            if let pending = files[index]?.pending, pending.count > 0 { flush(index) }
            guard let file = files[index], file.hasBegun, failure == nil else { continue }
            guard let channel = channels.first(where: { $0.id == file.id }) else { continue }
            let target = extraction.directory + "/" + FileName.unused(for: channel, among: &used)
            if isCapture(target) {
                failure = .unwritable(path: target, reason: "it is the capture itself; extract into another folder")
                continue
            }
            guard rename(file.path, target) == 0 else {
                fail(target)
                continue
            }
            if file.descriptor >= 0 { Glibc.close(file.descriptor) }
            files[index] = nil
        }
        if let failure { throw failure }
    }
}

@available(*, unavailable)
extension TransportExtractor: Sendable {}
