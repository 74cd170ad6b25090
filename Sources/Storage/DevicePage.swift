/// Devices, the one that was heard last first.
public struct DevicePage: Hashable, Sendable {
    /// Some devices.
    public var devices: [DeviceRecord]
    /// The number to go on before; nil when this is the last of it.
    public var next: Int?
}
