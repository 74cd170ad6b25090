import Foundation
import ObjectDelivery
import PacketIO
import Session
import VenueRuntime
import VenueWire

// Bare names of Table 4 that have forms behind them are those of the forms.
extension StadiumVisionMobile {
    /// Tells `delegate`, which is held weakly, of every change of the file channels; at once when there are any (Table 4).
    @discardableResult
    public func addFileChannelListDelegate(_ delegate: any SVMChannelListObserver) -> SVMStatus {
        SVMStatus { add(delegate, toListOf: .file) }
    }

    /// Tells `delegate` of file channels no more (Table 4).
    @discardableResult
    public func removeFileChannelListDelegate(_ delegate: any SVMChannelListObserver) -> SVMStatus {
        SVMStatus { remove(delegate, for: .list(.file)) }
    }

    /// The file channels now, in the order in which they were first announced (Table 4).
    public func getFileChannelListArray() -> [SVMChannel] { list(.file) }

    /// The file channels now: `getFileChannelListArray` in Swift's manner.
    public var fileChannels: [SVMChannel] { list(.file) }

    /// Tells `observer`, which is held weakly, of each file of a channel: those that are there at once, then new ones (Table 4).
    @discardableResult
    public func addFileChannelObserver(_ observer: any SVMFileObserver, forChannel channel: SVMChannel) -> SVMStatus {
        SVMStatus { add(observer, toFilesFor: .channel(try channel.key(.file))) }
    }

    /// Tells `observer` of each file of every file channel called `channelName`, now and later (Table 4).
    @discardableResult
    public func addFileChannelObserver(
        _ observer: any SVMFileObserver, forChannelName channelName: String
    ) -> SVMStatus {
        SVMStatus { add(observer, toFilesFor: .name(.file, channelName)) }
    }

    /// Tells `observer` of files of a channel no more, unless it was added by name as well (Table 4).
    @discardableResult
    public func removeFileChannelObserver(
        _ observer: any SVMFileObserver, forChannel channel: SVMChannel
    ) -> SVMStatus {
        SVMStatus { remove(observer, for: .channel(channel.listed.key)) }
    }

    /// Tells `observer` of files of channels called `channelName` no more (Table 4).
    @discardableResult
    public func removeFileChannelObserver(
        _ observer: any SVMFileObserver, forChannelName channelName: String
    ) -> SVMStatus {
        SVMStatus { remove(observer, for: .name(.file, channelName)) }
    }

    /// The distribution tables of all file channels: by channel name, then by URI, what is known of each file (Table 4).
    ///
    /// A row has `toi`, `version`, `complete`, and as far as they are known `length`, `contentType`, `md5` (hexadecimal) and
    /// `localFilename`. The dictionary is the caller's own. Of channels with the same name the first one's table is given.
    public func getFileDistributionTable() -> [String: [String: [String: any Sendable]]] {
        Dictionary(list(.file).map { ($0.name, getFileDistributionTable(forChannel: $0)) }) { first, _ in first }
    }

    /// The distribution table of one file channel, by URI (Table 4).
    public func getFileDistributionTable(forChannel channel: SVMChannel) -> [String: [String: any Sendable]] {
        Dictionary(files(of: channel).map { ($0.record.uri, row($0)) }) { _, newest in newest }
    }

    /// Where the file `uri` of a channel lies; nil until it is complete and checked (Table 4).
    public func getFileDistributionLocalFilename(_ uri: String, forChannel channel: SVMChannel) -> String? {
        files(of: channel).last { $0.record.uri == uri && $0.isReady }.flatMap { path(of: $0) }
    }

    /// Where the file `uri` of a channel called `channelName` lies; nil until it is complete and checked (Table 4).
    public func getFileDistributionLocalFilename(_ uri: String, forChannelName channelName: String) -> String? {
        list(.file).filter { $0.name == channelName }
            .compactMap { getFileDistributionLocalFilename(uri, forChannel: $0) }.first
    }

    /// Where a file lies, as an absolute path; nil unless it is complete and checked.
    func path(of file: StoredFile) -> String? {
        guard file.isReady, let name = file.localFilename, let folder = state.withLock({ $0.run?.files?.store.path })
        else { return nil }
        return folder + "/" + name
    }

    private func files(of channel: SVMChannel) -> [StoredFile] { session?.files(of: channel.listed) ?? [] }

    private func add(_ observer: any SVMFileObserver, toFilesFor interest: Interest) {
        add(observer, for: interest) { [weak self] entry in
            guard let self else { return }
            let told = told.withLock { $0.files }
            for channel in list(.file) where channel.listed.interests.contains(interest) {
                for file in files(of: channel) where told[channel.listed.key]?[file.record.uri] == file.record.version {
                    guard let path = path(of: file) else { continue }
                    entry.tell(file: path, uri: file.record.uri, channel: channel.name)
                }
            }
        }
    }

    private func row(_ file: StoredFile) -> [String: any Sendable] {
        let record = file.record
        var row: [String: any Sendable] = [
            "toi": Int(clamping: record.object), "version": record.version, "complete": file.isReady,
        ]
        if let length = record.contentLength { row["length"] = Int(clamping: length) }
        if !record.contentType.isEmpty { row["contentType"] = record.contentType }
        if let md5 = record.md5 { row["md5"] = md5.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        if let path = path(of: file) { row["localFilename"] = path }
        return row
    }
}
