public import NetworkFormats

/// One entry of the list of Streamers that are heard: an address, a network such as 10.1.0.0/16, or an id.
public struct AllowedStreamer: Hashable, Sendable {
    /// The entry as it was written, which an id is compared with.
    public var text: String
    private var network: IPAddress?
    private var prefixLength = 0

    /// Reads an entry; what is neither address nor network can only be an id.
    public init(_ text: String) {
        self.text = text
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = parts.first.flatMap({ IPAddress(String($0)) }) else { return }
        let width = address.isIPv6 ? 128 : 32
        guard parts.count == 2 else {
            network = address
            prefixLength = width
            return
        }
        guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let length = Int(parts[1]),
            length <= width
        else { return }
        network = address
        prefixLength = length
    }

    /// Whether the entry names the Streamer `id` at `source`.
    public func names(_ id: String, at source: IPAddress) -> Bool {
        if text == id { return true }
        guard let network, network.isIPv6 == source.isIPv6 else { return false }
        guard source.isIPv6 else {
            return (network.low ^ source.low) >> UInt64(32 - prefixLength) == 0
        }
        let highBits = min(prefixLength, 64)
        // A shift by all 64 bits gives 0.
        return (network.high ^ source.high) >> UInt64(64 - highBits) == 0
            && (network.low ^ source.low) >> UInt64(64 - (prefixLength - highBits)) == 0
    }
}
