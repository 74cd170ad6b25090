package import Playback
import Timing
package import VenueWire

extension PlayedChannel {
    /// A source packet of SMPTE 2022-1 carries seven transport packets.
    private static let gridPacketBits = 7 * 188 * 8

    /// A channel with what its announcement says of its windows; `slotMs` is how long they are when it says nothing.
    ///
    /// An announced grid of SMPTE 2022-1 lasts as long as its source packets at the announced bandwidth: what is lost in it comes
    /// back only then.
    package init(id: String, name: String, announced: AnnouncedChannel?, slotMs: Int) {
        let windowMs = announced.map { Self.windowMs(of: $0.protection, kbps: $0.bandwidthKbps) } ?? 0
        self.init(
            id: id, name: name, window: StreamDuration(milliseconds: Int64(windowMs > 0 ? windowMs : slotMs)))
    }

    /// How long a window lasts, in milliseconds; 0 when the announcement does not say.
    private static func windowMs(of protection: AnnouncedProtection, kbps: Int) -> Int {
        if protection.windowMs > 0 { return protection.windowMs }
        guard protection.scheme == .parity, kbps > 0 else { return 0 }
        // At most 255 columns and rows: no product here leaves 32 bits.
        return protection.columns * protection.rows * gridPacketBits / kbps
    }
}
