/// The text of `/proc/net/wireless`: what drivers tell by the old wireless extensions (proc(5), net/wireless/wext-proc.c).
enum WirelessTable {
    /// More bytes of it are not read.
    static let sizeLimit = 65_536
    /// The best quality that cfg80211 tells there: its signal in dBm, -110 … -40, plus 110 (net/wireless/wext-compat.c).
    private static let bestQuality = 70.0

    /// What the text tells about the interface `name`, or about the first one; nil when it tells nothing of it.
    ///
    /// A line is `wlan0: 0000   54.  -56.  -256        0 …`: status, quality, level and noise. Levels below 0 are dBm, -256 is
    /// an unknown one, and others are of a scale that only the driver knows.
    static func facts(in text: String, about name: String?) -> WirelessFacts? {
        // Two lines of headings.
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let interface = line[..<colon].drop { $0 == " " }
            guard !interface.isEmpty, name == nil || interface == name ?? "" else { continue }
            // A full stop behind a number says that it is a new one.
            let fields = line[line.index(after: colon)...].split(separator: " ")
            let numbers = fields.dropFirst().prefix(3).map { Int($0.last == "." ? $0.dropLast() : $0) }
            guard numbers.count == 3, let quality = numbers[0], let level = numbers[1], let noise = numbers[2] else {
                continue
            }
            var facts = WirelessFacts()
            facts.interface = String(interface)
            facts.signalDbm = decibels(level)
            facts.noiseDbm = decibels(noise)
            if facts.signalDbm != nil, quality >= 0 { facts.quality = min(1, Double(quality) / bestQuality) }
            return facts
        }
        return nil
    }

    private static func decibels(_ level: Int) -> Int? { -256 < level && level < 0 ? level : nil }
}
