/// What a device sent, newest first.
public struct DeviceHistory: Hashable, Sendable {
    /// The device.
    public var device: DeviceRecord
    /// Some of its uploads.
    public var uploads: [StoredUpload]
    /// The number to go on before; nil when this is the last of it.
    public var next: Int?
}
