import TestSupport

/// Texts of configurations with random settings, and unknown keys in random places.
enum RandomConfiguration {
    static func text(_ generator: inout SeededGenerator) -> String {
        var members: [String] = []
        let settings: [(inout SeededGenerator) -> String] = [
            { #""streamers":{"allowed":\#(texts(&$0))\#(more(&$0))}"# },
            { #""wifi":{"interface":\#(quoted(&$0)),"accessPoints":\#(accessPoints(&$0))\#(more(&$0))}"# },
            {
                #""announcements":{"port":\#(Int.random(in: 1...65535, using: &$0)),"group":"239.1.2.\#(Int.random(in: 0...255, using: &$0))"\#(more(&$0))}"#
            },
            { #""history":{"seconds":\#(Int.random(in: 5...600, using: &$0))\#(more(&$0))}"# },
            {
                #""windows":{"recommended":\#(Int.random(in: 1...99, using: &$0)),"maximum":\#(Int.random(in: 100...255, using: &$0))\#(more(&$0))}"#
            },
            { #""source":{"capture":\#(quoted(&$0))\#(more(&$0))}"# },
            { #""channels":{\#(quoted(&$0)):{"offsetMs":\#(Int.random(in: -999...999, using: &$0))\#(more(&$0))}}"# },
            { #""quality":{"poorIndicator":\#(Int.random(in: 0...9, using: &$0))\#(more(&$0))}"# },
            {
                #""reporter":{"url":"http://10.0.0.\#(Int.random(in: 1...255, using: &$0))/r","intervalSeconds":\#(Int.random(in: 1...86_400, using: &$0))\#(more(&$0))}"#
            },
            { #""server":{"joinable":\#(texts(&$0))\#(more(&$0))}"# },
            {
                #""license":{"venueName":\#(quoted(&$0)),"contentOwner":\#(quoted(&$0)),"appDeveloper":\#(quoted(&$0))\#(more(&$0))}"#
            },
            { #""join":["rtp://239.1.1.1:\#(Int.random(in: 1...65_535, using: &$0))"]"# },
        ]
        for setting in settings where Bool.random(using: &generator) { members.append(setting(&generator)) }
        members.append(#""zz":\#(value(&generator, depth: 3))"#)
        return "{\(members.shuffled(using: &generator).joined(separator: ","))}"
    }

    /// Nothing, or another member of an object, which no version knows.
    private static func more(_ generator: inout SeededGenerator) -> String {
        guard Bool.random(using: &generator) else { return "" }
        let key = ["x1", "x.2", "x[3]", "x\\\"4", "x\\u0000", "x/ü"].randomElement(using: &generator) ?? "x"
        return ",\"\(key)\":\(value(&generator, depth: 2))"
    }

    private static func value(_ generator: inout SeededGenerator, depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
        case 0: return "null"
        case 1: return Bool.random(using: &generator) ? "true" : "false"
        case 2: return String(Int.random(in: .min ... .max, using: &generator))
        case 3: return String(Double.random(in: -1e6...1e6, using: &generator))
        case 4:
            return ["1e40", "5e-324", "0.1", "-2.5E-3", "1.7976931348623157e308"].randomElement(using: &generator)
                ?? "0"
        case 5: return quoted(&generator)
        case 6:
            let count = Int.random(in: 0...3, using: &generator)
            return "[" + (0..<count).map { _ in value(&generator, depth: depth - 1) }.joined(separator: ",") + "]"
        default:
            let count = Int.random(in: 0...3, using: &generator)
            return "{" + (0..<count).map { "\"k\($0)\":" + value(&generator, depth: depth - 1) }.joined(separator: ",")
                + "}"
        }
    }

    private static func quoted(_ generator: inout SeededGenerator) -> String {
        let pieces = ["a", "Süd", "\\\"", "\\\\", "\\n", "\\u0001", "/", "🏟", ".", "[0]", " "]
        let count = Int.random(in: 1...6, using: &generator)
        return "\"" + (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "a" }.joined() + "\""
    }

    private static func texts(_ generator: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...3, using: &generator)
        return "[" + (0..<count).map { _ in quoted(&generator) }.joined(separator: ",") + "]"
    }

    private static func accessPoints(_ generator: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...3, using: &generator)
        let points = (0..<count).map { index in
            #"{"name":\#(quoted(&generator)),"bssid":"00:00:00:00:00:0\#(index)"\#(more(&generator))}"#
        }
        return "[" + points.joined(separator: ",") + "]"
    }
}
