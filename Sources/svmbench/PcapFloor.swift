import CPcap

/// The floor under every capture benchmark: libpcap reads the file and nobody looks at it.
enum PcapFloor {
    /// Reads the whole capture with `pcap_next_ex`; the number of frames, or nil when libpcap cannot read it.
    static func read(_ path: String) -> Int? {
        var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        guard let capture = pcap_open_offline(path, &message) else { return nil }
        defer { pcap_close(capture) }
        var header: UnsafeMutablePointer<pcap_pkthdr>?
        var bytes: UnsafePointer<UInt8>?
        var frames = 0
        while pcap_next_ex(capture, &header, &bytes) == 1 { frames += 1 }
        return frames
    }
}
