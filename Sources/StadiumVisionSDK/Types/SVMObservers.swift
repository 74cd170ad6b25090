public import Foundation

/// Told of channel lists, on the SDK's serial thread; implement the lists that are wanted.
public protocol SVMChannelListObserver: AnyObject, Sendable {
    /// The video channels have changed: all that there are now, in the order in which they were first announced.
    func onVideoChannelListUpdated(_ channelList: [SVMChannel])
    /// The data channels have changed.
    func onDataChannelListUpdated(_ channelList: [SVMChannel])
    /// The file channels have changed (The guide names no callback; this is by analogy).
    func onFileChannelListUpdated(_ channelList: [SVMChannel])
}

extension SVMChannelListObserver {
    /// Passes over it.
    public func onVideoChannelListUpdated(_ channelList: [SVMChannel]) {}
    /// Passes over it.
    public func onDataChannelListUpdated(_ channelList: [SVMChannel]) {}
    /// Passes over it.
    public func onFileChannelListUpdated(_ channelList: [SVMChannel]) {}
}

/// Told of a data channel's messages, on the SDK's serial thread.
public protocol SVMDataObserver: AnyObject, Sendable {
    /// A whole message came on the channel called `channelName` (Table 2-18).
    func onData(_ data: Data, withChannelName channelName: String)
}

/// Told of a file channel's files, on the SDK's serial thread (The guide names no callback; this is by analogy).
public protocol SVMFileObserver: AnyObject, Sendable {
    /// The file `uri` of the channel called `channelName` is complete and checked, and lies at `localFilename`.
    func onFile(_ localFilename: String, withURI uri: String, withChannelName channelName: String)
}
