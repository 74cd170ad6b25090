import CMNL

/// What the kernel's nl80211 told about the wireless interfaces of a machine (linux/nl80211.h).
struct WirelessReport {
    /// More wireless interfaces are not kept.
    static let interfaceLimit = 64
    /// Bytes of the header behind a generic message's own (`struct genlmsghdr`: command, version, two that are reserved).
    static let headerLength = 4

    /// One wireless interface.
    private struct Interface {
        var index: UInt32
        var facts: WirelessFacts
        /// Whether it is a client of an access point.
        var isClient: Bool
    }

    private var interfaces: [Interface] = []
    private var chosen: Interface?
    /// The access point as the list of stations has it, and as the last scan has it.
    private var station = WirelessFacts()
    private var network = WirelessFacts()
    private var noiseDbm: Int?

    /// The number of the interface that is asked about further; nil when there is none.
    var index: UInt32? { chosen?.index }

    /// What was told, the surest word first; nothing without an interface.
    var facts: WirelessFacts {
        guard var facts = chosen?.facts else { return WirelessFacts() }
        if chosen?.isClient == true {
            // A scan knows the access point's own address, where a station of several links has one for all of them.
            facts.bssid = network.bssid ?? station.bssid
            facts.signalDbm = station.signalDbm ?? network.signalDbm
            facts.receiveKbps = station.receiveKbps
            facts.sendKbps = station.sendKbps
        }
        facts.ssid = facts.ssid ?? network.ssid
        facts.frequencyMHz = facts.frequencyMHz ?? network.frequencyMHz
        facts.noiseDbm = noiseDbm
        return facts
    }

    /// Takes an answer to NL80211_CMD_GET_INTERFACE.
    mutating func takeInterface(_ payload: UnsafeRawBufferPointer) {
        var index: UInt32?
        var kind: UInt32?
        var facts = WirelessFacts()
        NetlinkAttributes(payload, after: Self.headerLength).forEach { type, value in
            switch UInt32(clamping: type) {
            case NL80211_ATTR_IFINDEX.rawValue: index = value.value(UInt32.self)
            case NL80211_ATTR_IFNAME.rawValue: facts.interface = value.text
            case NL80211_ATTR_IFTYPE.rawValue: kind = value.value(UInt32.self)
            case NL80211_ATTR_SSID.rawValue: facts.ssid = Self.ssid(value)
            case NL80211_ATTR_WIPHY_FREQ.rawValue: facts.frequencyMHz = Self.frequency(value)
            default: break
            }
        }
        // A device without a name, such as one for peer-to-peer talks, carries no traffic.
        guard let index, facts.interface?.isEmpty == false, interfaces.count < Self.interfaceLimit else { return }
        let isClient = kind == NL80211_IFTYPE_STATION.rawValue || kind == NL80211_IFTYPE_P2P_CLIENT.rawValue
        interfaces.append(Interface(index: index, facts: facts, isClient: isClient))
    }

    /// Chooses the interface `name`; without a name a client that is connected, else a client, else whatever there is.
    mutating func choose(_ name: String?) {
        func rank(_ interface: Interface) -> Int {
            guard interface.isClient else { return 0 }
            return interface.facts.ssid != nil || interface.facts.frequencyMHz != nil ? 2 : 1
        }
        let candidates = interfaces.filter { name == nil || $0.facts.interface == name }
        chosen = candidates.max { (rank($0), $1.index) < (rank($1), $0.index) }
    }

    /// Takes an answer to NL80211_CMD_GET_STATION about the chosen interface.
    mutating func takeStation(_ payload: UnsafeRawBufferPointer) {
        var found = WirelessFacts()
        NetlinkAttributes(payload, after: Self.headerLength).forEach { type, value in
            switch UInt32(clamping: type) {
            case NL80211_ATTR_MAC.rawValue: found.bssid = Self.address(value)
            case NL80211_ATTR_STA_INFO.rawValue: Self.takeStation(NetlinkAttributes(value), into: &found)
            default: break
            }
        }
        if found.bssid != nil { station = found }
    }

    private static func takeStation(_ attributes: NetlinkAttributes, into found: inout WirelessFacts) {
        var signal: Int8?
        var average: Int8?
        attributes.forEach { type, value in
            switch UInt32(clamping: type) {
            case NL80211_STA_INFO_SIGNAL.rawValue: signal = value.value(Int8.self)
            case NL80211_STA_INFO_SIGNAL_AVG.rawValue: average = value.value(Int8.self)
            case NL80211_STA_INFO_RX_BITRATE.rawValue: found.receiveKbps = rate(NetlinkAttributes(value))
            case NL80211_STA_INFO_TX_BITRATE.rawValue: found.sendKbps = rate(NetlinkAttributes(value))
            default: break
            }
        }
        found.signalDbm = (signal ?? average).map(Int.init)
    }

    /// Rates are told in steps of 100 kbit/s, in 16 bits and, since they may be higher, in 32.
    private static func rate(_ attributes: NetlinkAttributes) -> Int? {
        var short: Int?
        var long: Int?
        attributes.forEach { type, value in
            switch UInt32(clamping: type) {
            case NL80211_RATE_INFO_BITRATE.rawValue: short = value.value(UInt16.self).map(Int.init)
            case NL80211_RATE_INFO_BITRATE32.rawValue: long = value.value(UInt32.self).map(Int.init)
            default: break
            }
        }
        return (long ?? short).flatMap { $0 > 0 ? $0 * 100 : nil }
    }

    /// Takes an answer to NL80211_CMD_GET_SCAN about the chosen interface: that of the network which it is connected to.
    mutating func takeScan(_ payload: UnsafeRawBufferPointer) {
        NetlinkAttributes(payload, after: Self.headerLength).forEach { type, value in
            guard UInt32(clamping: type) == NL80211_ATTR_BSS.rawValue else { return }
            var found = WirelessFacts()
            var status: UInt32?
            NetlinkAttributes(value).forEach { type, value in
                switch UInt32(clamping: type) {
                case NL80211_BSS_BSSID.rawValue: found.bssid = Self.address(value)
                case NL80211_BSS_FREQUENCY.rawValue: found.frequencyMHz = Self.frequency(value)
                case NL80211_BSS_INFORMATION_ELEMENTS.rawValue: found.ssid = Self.ssid(ofElements: value)
                // In hundredths of a dBm.
                case NL80211_BSS_SIGNAL_MBM.rawValue:
                    found.signalDbm = value.value(Int32.self).map { Int((Double($0) / 100).rounded()) }
                case NL80211_BSS_STATUS.rawValue: status = value.value(UInt32.self)
                default: break
                }
            }
            let connected = [NL80211_BSS_STATUS_ASSOCIATED.rawValue, NL80211_BSS_STATUS_IBSS_JOINED.rawValue]
            if let status, connected.contains(status) { network = found }
        }
    }

    /// Takes an answer to NL80211_CMD_GET_SURVEY about the chosen interface: that of the frequency in use.
    mutating func takeSurvey(_ payload: UnsafeRawBufferPointer) {
        NetlinkAttributes(payload, after: Self.headerLength).forEach { type, value in
            guard UInt32(clamping: type) == NL80211_ATTR_SURVEY_INFO.rawValue else { return }
            var noise: Int8?
            var isInUse = false
            NetlinkAttributes(value).forEach { type, value in
                switch UInt32(clamping: type) {
                case NL80211_SURVEY_INFO_NOISE.rawValue: noise = value.value(Int8.self)
                case NL80211_SURVEY_INFO_IN_USE.rawValue: isInUse = true
                default: break
                }
            }
            if isInUse, let noise { noiseDbm = Int(noise) }
        }
    }
}

extension WirelessReport {
    private static func address(_ value: UnsafeRawBufferPointer) -> String? {
        guard value.count == 6 else { return nil }
        return value.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
    }

    private static func frequency(_ value: UnsafeRawBufferPointer) -> Int? {
        value.value(UInt32.self).flatMap { $0 > 0 ? Int($0) : nil }
    }

    /// A network's name, up to 32 bytes of any kind (IEEE 802.11, 9.4.2.2); nil for a hidden one, empty or all zeros.
    private static func ssid(_ value: UnsafeRawBufferPointer) -> String? {
        guard value.count <= 32, value.contains(where: { $0 != 0 }) else { return nil }
        return String(decoding: value, as: UTF8.self)
    }

    /// The name among a beacon's elements: each has a number, a length and so many bytes; the name's number is 0.
    private static func ssid(ofElements elements: UnsafeRawBufferPointer) -> String? {
        var rest = elements[...]
        while rest.count >= 2 {
            let number = rest[rest.startIndex]
            let body = rest.dropFirst(2)
            let length = Int(rest[rest.startIndex + 1])
            guard body.count >= length else { return nil }
            if number == 0 { return ssid(UnsafeRawBufferPointer(rebasing: body.prefix(length))) }
            rest = body.dropFirst(length)
        }
        return nil
    }
}
