import Channels
import NetworkFormats
import Pipeline
import Protection

/// Remembers every window that channels close.
final class WindowLog: ChannelSink {
    private(set) var windows: [[WindowRecord]] = []

    func opened(_ channel: ChannelIdentity) { windows.append([]) }
    func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {}
    func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) { windows[Int(channel)].append(record) }
}
