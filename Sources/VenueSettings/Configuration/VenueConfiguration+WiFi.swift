extension VenueConfiguration {
    /// Keys under which a list of access points is taken, in small letters without `_` and `-`.
    ///
    /// The guide prints the entries of `cisco_svm.cfg` and not the name of their list.
    private static let accessPointKeys: Set<String> = [
        "accesspoints", "aps", "apinfo", "aplist", "wifiaccesspoints", "wifiaps", "wifiapinfo", "wifiaplist",
    ]

    /// Whether `key` names the list of access points, in the `wifi` object or beside it.
    static func isAccessPointKey(_ key: String) -> Bool {
        accessPointKeys.contains(key.lowercased().filter { $0 != "_" && $0 != "-" })
    }

    /// Reads `wifi`: an object, or the list of access points alone; the list may also stand beside it.
    mutating func readWiFi(_ root: inout SettingsReader) throws(ConfigurationError) {
        if case .array = root.rest["wifi"] {
            try readAccessPoints("wifi", of: &root)
        } else if var reader = try root.object("wifi") {
            wifi.interface = try reader.path("interface", wanted: "the name of an interface")
            try readAccessPoints("accessPoints", of: &reader)
            for key in reader.rest.keys.sorted() where Self.isAccessPointKey(key) {
                try readAccessPoints(key, of: &reader)
            }
            keepUnknown(reader)
        }
        for key in root.rest.keys.sorted() where Self.isAccessPointKey(key) { try readAccessPoints(key, of: &root) }
    }

    private mutating func readAccessPoints(_ key: String, of reader: inout SettingsReader) throws(ConfigurationError) {
        for (path, value) in try reader.list(key, wanted: "a list of objects") {
            var point = try SettingsReader.object(value, path: path)
            // Written back it may stand one level deeper.
            guard value.depth < JSONFault.depthLimit - 2 else {
                throw .outOfRange(path: path.description, got: value.phrase, wanted: "brackets that nest less deep")
            }
            let form = "an address such as 00:1b:2c:3d:4e:5f"
            guard let bssid = try point.text("bssid", wanted: form) else {
                throw .missing(path: "\(path).bssid", wanted: form)
            }
            guard let canonical = Self.canonical(bssid: bssid) else {
                throw .outOfRange(path: "\(path).bssid", got: "the text \(bssid.quoted)", wanted: form)
            }
            let name = try point.text("name", wanted: "a name") ?? canonical
            // What is written back stands under the one name that the list has there.
            let place = SettingPath([.key("wifi"), .key("accessPoints"), .index(wifi.accessPoints.count)])
            unknown += point.leftOver(at: place)
            wifi.accessPoints.append(WiFi.AccessPoint(name: name, bssid: canonical))
        }
    }

    /// The form of an access point's address that compares equal: six lower-case octets with colons; nil for no address.
    package static func canonical(bssid: String) -> String? {
        let octets = bssid.lowercased().split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
        // A number may have a sign, an octet may not.
        let isAddress =
            octets.count == 6
            && octets.allSatisfy { $0.utf8.count == 2 && $0.utf8.first != 0x2b && UInt8($0, radix: 16) != nil }
        return isAddress ? octets.joined(separator: ":") : nil
    }

    /// What the configuration calls the access point at an address of six octets; nil when it does not know it.
    public func accessPointName(ofBSSID bssid: String) -> String? {
        guard let canonical = Self.canonical(bssid: bssid) else { return nil }
        return wifi.accessPoints.first { $0.bssid == canonical }?.name
    }
}
