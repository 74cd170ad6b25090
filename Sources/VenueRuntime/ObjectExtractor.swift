import Channels
import Glibc
import NetworkFormats
import ObjectDelivery
import PacketIO
import Pipeline
import Protection
import Reports
import VenueWire

/// Writes the messages of data channels and the files of file channels into a folder; they get their channels' names at the
/// end, because a name may be announced late.
final class ObjectExtractor: ChannelSink {
    private let directory: String
    private var lines: [Int32: MessageLines] = [:]
    private var ids: [Int32: String] = [:]
    private var store: FileStore?
    private var failure: AnalysisFailure?

    init(_ extraction: Extraction) { directory = extraction.directory }

    deinit {
        store?.stop()
        store?.removeAll()
    }

    func opened(_ channel: ChannelIdentity) {
        switch channel.kind {
        case .video: return
        case .data: lines[channel.index] = MessageLines(path: "\(directory)/.\(channel.id).\(getpid()).part")
        case .file:
            if store == nil { makeStore() }
            store?.opened(channel.index, folder: channel.id)
        }
        ids[channel.index] = channel.id
    }

    private func makeStore() {
        let path = "\(directory)/.files.\(getpid()).part"
        do throws(FileStore.Failure) {
            store = try FileStore(
                path: path, limits: FileStoreLimits(quota: .max, freeSpace: 0), waits: true, keepsDropped: true)
        } catch {
            failure = failure ?? .unwritable(path: path, reason: "\(error)")
        }
    }

    func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {}

    func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) {}

    func object(_ channel: Int32, _ event: ObjectEvent, _ bytes: RawSpan, at moment: Moment) {
        guard failure == nil else { return }
        if case .message(let message, _) = event {
            guard let file = lines[channel] else { return }
            if let reason = file.append(message, bytes) { fail(file.path, reason) }
        } else {
            store?.take(channel, event, bytes)
        }
    }

    private func fail(_ path: String, _ reason: String) {
        failure = failure ?? .unwritable(path: path, reason: reason)
    }

    /// Writes what is left and gives what belongs to `channels` its name; the rest is removed.
    func finish(keeping channels: [ChannelReport], among used: inout Set<String>) throws(AnalysisFailure) {
        store?.stop()
        for (index, id) in ids.sorted(by: { $0.key < $1.key }) where failure == nil {
            guard let channel = channels.first(where: { $0.id == id }) else { continue }
            if let file = lines[index] {
                name(file, of: channel, among: &used)
            } else {
                moveFiles(of: index, channel, among: &used)
            }
        }
        lines = [:]
        store?.removeAll()
        store = nil
        if let failure { throw failure }
    }

    private func name(_ file: MessageLines, of channel: ChannelReport, among used: inout Set<String>) {
        if let reason = file.flush() { return fail(file.path, reason) }
        guard !file.isEmpty else { return }
        let target = directory + "/" + FileName.unused(for: channel, ending: ".jsonl", among: &used)
        if let reason = file.rename(to: target) { fail(target, reason) }
    }

    private func moveFiles(of index: Int32, _ channel: ChannelReport, among used: inout Set<String>) {
        guard let store else { return }
        let files = store.files(of: index).filter(\.isReady)
        guard !files.isEmpty else { return }
        let name = FileName.unused(for: channel, ending: "", among: &used)
        let target = directory + "/" + name
        do throws(SystemFault) {
            let folder = try FolderHandle(path: directory).folder(name, creates: true)
            for file in files { try store.move(file, to: folder) }
        } catch {
            fail(target, error.reason)
        }
    }
}

@available(*, unavailable)
extension ObjectExtractor: Sendable {}
