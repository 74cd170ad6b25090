import Foundation
import StadiumVisionSDK
import TestSupport
import Testing

/// The guide's tables of names, and whether the room has every name in them.
@Suite("The guide's tables")
struct GuideTablesTests {
    /// Names of the tables 2-1, 2-2, 2-20, 2-26, 2-34, 2-35, 2-36, 3 and 4, as the guide prints them.
    static let tables: [String: [String]] = [
        "Table 2-1": [
            "sharedInstance", "getConfig", "getStreamerArray", "start", "shutdown", "addVideoChannelListDelegate",
            "removeVideoChannelListDelegate", "addDataChannelListDelegate", "removeDataChannelListDelegate",
            "addDataChannelObserver", "removeDataChannelObserver", "addDataChannelObserver:forChannel:",
            "addDataChannelObserver:forChannelName:", "removeDataChannelObserver:forChannel:",
            "removeDataChannelObserver:forChannelName:", "getVideoChannelListArray", "getDataChannelListArray", "stats",
            "version", "setConfig", "setConfigWithString",
        ],
        "Table 2-2": ["isOk", "errorString"],
        "Table 2-20": [
            "announcement_session_id", "announcement_session_title", "announcementsMalformed",
            "announcementsNotAllowed", "announcementsReceived", "channelsAdded", "channelsPruned",
            "invalidJsonAnnouncements", "licenseMismatchAnnouncements", "listenerIgmpRestarts",
            "num_dropped_video_frames", "num_ts_discontinuities", "protection_windows", "session_link_indicator",
            "session_uptime", "statsUploadAttempts", "statsUploadFailures", "statsUploadSuccesses",
            "total_num_bytes_written", "versionMismatchAnnouncements", "window_error", "window_no_loss",
            "window_recovery_failures", "window_recovery_successes", "window_warning",
        ],
        "Table 2-26": [
            "setRenderVideoView", "playVideoChannel", "seekRelative", "seekAbsolute", "rewindForDuration", "playLive",
        ],
        "Table 2-34": [
            "kSVMVideoEventNotification", "kSVMEventTypeVideoBufferingActive", "kSVMEventTypeVideoBufferingInactive",
            "kSVMVideoOpenState", "kSVMVideoPlayState", "kSVMVideoRewindState", "kSVMVideoLiveState",
            "kSVMVideoStopState", "kSVMVideoCloseState",
        ],
        "Table 2-35": ["isOpen", "isPlaying", "isBackgroundPlaybackAllowed", "isVisible", "isAppActive"],
        "Table 2-36": [
            "name", "bandwidthKbps", "sessionNum", "channelText", "venueName", "contentOwner", "appDeveloper",
        ],
        "Table 3": [
            "kSVMServiceDownReasonPoorQuality", "kSVMServiceDownReasonWiFiDown", "kSVMServiceDownReasonNoChannels",
        ],
        "Table 4": [
            "addFileChannelListDelegate", "removeFileChannelListDelegate", "getFileChannelListArray",
            "addFileChannelObserver", "removeFileChannelObserver", "addFileChannelObserver:forChannel",
            "addFileChannelObserver:forChannelName", "removeFileChannelObserver:forChannel",
            "removeFileChannelObserver:forChannelName", "getFileDistributionTable", "getFileDistributionLocalFilename",
            "getFileDistributionLocalFilename:forChannel", "getFileDistributionLocalFilename:forChannelName",
        ],
    ]

    /// Names that the guide's examples use and its tables lack (SDK semantics X9, X12, X13).
    static let examples = [
        "setLogLevel", "wifiInfo", "getServiceState", "isConnectedToVenue", "allowPlaybackWhenViewDisappears",
        "SVM_API_LOG_DEBUG", "kSVMVideoPlayerChannelStateChange", "kSVMVideoPlayerChannelNameKey",
        "kSVMVideoPlayerChannelStateKey", "kSVMServiceStateChangedNotification", "kSVMServiceStateObjectKey",
        "kSVMServiceStateChangeReasonsObjectKey", "kSVMServiceStateUp", "kSVMServiceStateDown",
        "kSVMServiceDownReasonSDKNotRunning", "kSVMVenueConnectionUpdateNotification",
        "kSVMVenueConnectionStateObjectKey", "onVideoChannelListUpdated", "onDataChannelListUpdated",
        "onData:withChannelName:", "onCurrentChannelInvalid", "StadiumVisionMobile", "SVMVideoViewController",
        "SVMVideoView", "SVMStatus", "SVMChannel", "SVMStreamer", "SVMWifiInfo", "SVMEvent", "SVMServiceState",
        "SVMChannelListObserver", "SVMDataObserver", "type", "forChannelName", "forChannel",
    ]

    /// The guide, where it lies beside the checkout.
    static let guide: String? = Corpus.root.flatMap { root in
        let folder = root + "/seeds"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
            .first { $0.contains("Table 2-1 Cisco StadiumVision Mobile iOS API Summary") }
    }

    /// The names of one table of a text: words alone in their cell that begin in lower case.
    static func names(in table: String, of guide: String) -> [String] {
        let lines = guide.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard
            let first = lines.firstIndex(where: {
                $0.hasPrefix(table + " ") && !$0.contains(" lists ") && !$0.hasSuffix(".") && !$0.hasSuffix(":")
            })
        else { return [] }
        var names: [String] = []
        var lastCell = first
        for (index, line) in lines.enumerated().dropFirst(first + 1) {
            // A table ends at the next heading, or when its cells end: a description goes over three lines at most.
            if line.hasPrefix("Table ") || index - lastCell > 3 { break }
            guard line.hasSuffix("|") else { continue }
            lastCell = index
            let cell = line.dropLast().trimmingCharacters(in: .whitespaces).trimmingCharacters(in: quotes)
            guard cell.wholeMatch(of: #/[a-z][A-Za-z_]*(:[A-Za-z]+)*:?/#) != nil,
                !["void", "name"].contains(cell) || table == "Table 2-36"
            else { continue }
            names.append(cell)
        }
        return names
    }

    private static let quotes = CharacterSet(charactersIn: "\"\u{201c}\u{201d}")

    @Test(
        "hold the names that are written out here", .enabled(if: guide != nil, "the guide is not beside the checkout"))
    func printed() throws {
        let guide = try #require(Self.guide)
        for (table, names) in Self.tables { #expect(Self.names(in: table, of: guide) == names, "\(table)") }
        for name in Self.examples where name != "type" {
            #expect(guide.contains(name.split(separator: ":")[0]), "\(name)")
        }
    }

    @Test("name nothing that the room does not have")
    func complete() throws {
        let room = try RoomNames()
        for (table, names) in Self.tables where table != "Table 2-20" {
            for name in names { #expect(room.has(name), "\(table): \(name)") }
        }
        for name in Self.examples { #expect(room.has(name), "\(name)") }
    }

    @Test("S1-S25: have exactly the keys of the statistics")
    func keys() {
        #expect(Set(TestSDK().svm.stats().keys) == Set(Self.tables["Table 2-20"] ?? []))
    }

    @Test(
        "what is there already is found in a table whose guide is not beside the checkout",
        arguments: ["Table 2-2", "Table 3"])
    func small(_ table: String) {
        let guide = """
            \(table) Some names
            |
            BOOL |
            isOk |
            A description that goes on. |
            void |
            errorString |
            Another one |
            Some text.
            Some text.
            Some text.
            isElsewhere |
            """
        #expect(Self.names(in: table, of: guide) == ["isOk", "errorString"])
    }
}

/// The public names of the room, as its sources declare them.
struct RoomNames {
    private var plain: Set<String> = []
    private var selectors: Set<String> = []

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/StadiumVisionSDK"
        )
        .standardized.path()
        let walk = FileManager.default.enumerator(atPath: folder)
        while let name = walk?.nextObject() as? String {
            guard name.hasSuffix(".swift") else { continue }
            read(try String(contentsOfFile: folder + "/" + name, encoding: .utf8))
        }
    }

    private mutating func read(_ source: String) {
        for match in source.matches(
            of:
                #/(?m)^ *(?:@discardableResult )?(?:public |open |static |final |override )*(?:func|let|var|class|struct|enum|protocol) (\w+)/#
        ) {
            plain.insert(String(match.1))
        }
        for match in source.matches(of: #/func (\w+)(?:<[^>]*>)?\(([^{]*?)\)/#) {
            let labels = match.2.split(separator: ",").map { part in
                part.split(separator: ":")[0].split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "_"
            }
            for label in labels where label != "_" { plain.insert(label) }
            let rest = labels.dropFirst().map { $0 + ":" }.joined()
            selectors.insert(match.1 + ":" + rest)
        }
    }

    /// Whether a name of the guide, with or without labels behind it, is declared.
    func has(_ name: String) -> Bool {
        guard name.contains(":") else { return plain.contains(name) }
        return selectors.contains(name.hasSuffix(":") ? name : name + ":")
    }
}
