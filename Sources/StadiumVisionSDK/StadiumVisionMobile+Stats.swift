import DeviceLink
import PacketIO
import Quality
import Session

extension StadiumVisionMobile {
    /// The statistics, exactly the 25 keys of Table 2-20: a `String` for the session's id and title, else an `Int` (Table 2-19).
    ///
    /// Keys of announcements and uploads count since `start`; those of the video session since its channel was opened, and are 0
    /// or empty before. There are none of data and file channels.
    public func stats() -> [String: any Sendable] {
        let statistics = session?.statistics ?? SessionStatistics()
        return Dictionary(uniqueKeysWithValues: StatKey.allCases.map { ($0.rawValue, statistics.value(of: $0).plain) })
    }

    /// What is known of the Wi-Fi connection; it is also part of what a Reporter is sent (Tables 2-23 and 2-24).
    public func wifiInfo() -> SVMWifiInfo {
        guard let session else {
            return SVMWifiInfo(
                environment.wireless(state.withLock { $0.book.configuration }).facts, SessionStatistics())
        }
        return SVMWifiInfo(session.wireless, session.statistics)
    }
}

extension SessionStatistics.Value {
    var plain: any Sendable {
        switch self {
        case .text(let text): text
        case .number(let number): number
        }
    }
}
