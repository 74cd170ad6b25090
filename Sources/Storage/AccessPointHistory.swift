/// What devices sent that were connected to one access point, newest first.
public struct AccessPointHistory: Hashable, Sendable {
    /// A device that was connected to it.
    public struct Device: Hashable, Sendable {
        /// Its id.
        public var deviceID: String
        /// Its uploads by way of the access point, in short.
        public var summary: IndicatorSummary
    }

    /// The access point's address.
    public var bssid: String
    /// What it is called; nil when nobody said.
    public var name: String?
    /// The network's name; nil when nobody said.
    public var ssid: String?
    /// How many uploads are kept.
    public var uploads: Int
    /// The newest of them in short, at most ``ReporterLimits/summaryLimit``.
    public var summary: IndicatorSummary
    /// The devices among them, the one that was heard last first; at most as many as a page has entries.
    public var devices: [Device]
    /// How many devices there are among them.
    public var deviceCount: Int
    /// Some uploads.
    public var page: [StoredUpload]
    /// The number to go on before; nil when this is the last of it.
    public var next: Int?
}
