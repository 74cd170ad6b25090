import Foundation
import Reports
import VenueRuntime
import VenueSettings
import VenueSimulator

/// What the analyzer says of a written venue beside its truth file, number by number.
struct NativeAgreement {
    /// One line for each number that differs; empty when all agree.
    private(set) var differences: [String] = []
    private let label: String

    /// Writes the venue `spec` into `folder`, analyses the capture as `configuration` says, and compares.
    init(
        _ spec: NativeVenueSpec, configuration: VenueConfiguration = VenueConfiguration(), label: String,
        in folder: String
    ) throws {
        self.label = label
        let path = folder + "/venue.pcapng"
        var venue = NativeVenue(spec, keepsLog: true)
        var capture = Data()
        venue.write { capture.append(contentsOf: copy $0) }
        try capture.write(to: URL(filePath: path))
        let options = AnalysisOptions(capturePath: path, configuration: configuration)
        let report = try CaptureAnalysis(options: options).run { _ in }
        try compare(report: report.jsonText, truth: venue.truth().jsonText)
    }

    /// Compares a report with a truth file.
    init(report: String, truth: String, label: String) throws {
        self.label = label
        try compare(report: report, truth: truth)
    }

    private typealias Members = [String: Any]

    private mutating func compare(report: String, truth: String) throws {
        let measured = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? Members ?? [:]
        let known = try JSONSerialization.jsonObject(with: Data(truth.utf8)) as? Members ?? [:]
        compare(measured["announcements"], known["announcements"], "announcements")
        compare(measured["sap"], known["sap"], "sap")
        let channels = measured["channels"] as? [Members] ?? []
        for channel in known["channels"] as? [Members] ?? [] { compare(channel, channels) }
        let names = Set((known["channels"] as? [Members] ?? []).map(Self.place))
        for channel in channels where !names.contains(Self.place(channel)) {
            differences.append("\(label): \(Self.place(channel)) is no channel of the venue")
        }
    }

    private static func place(_ channel: Members) -> String {
        "\(channel["group"] ?? "?"):\(channel["port"] ?? "?") from \(channel["source"] ?? "?")"
    }

    private mutating func compare(_ known: Members, _ channels: [Members]) {
        let found = channels.filter { Self.place($0) == Self.place(known) }
        guard found.count == 1, let measured = found.first else {
            // A channel of which nothing arrived need not be there.
            let isSilent =
                known["rtp"] == nil && (known["messages"] as? [String: Int])?["delivered"] ?? 0 == 0
                && (known["files"] as? [String: Int])?["delivered"] ?? 0 == 0
            if !isSilent { differences.append("\(label): \(Self.place(known)) is there \(found.count) times") }
            return
        }
        for key in ["name", "kind"] { compare(measured[key], known[key], "\(Self.place(known)) \(key)") }
        for key in ["rtp", "fec", "windows"] { compare(measured[key], known[key], "\(Self.place(known)) \(key)") }
        if let messages = known["messages"] as? Members {
            compare(
                (measured["messages"] as? Members)?["delivered"], messages["delivered"],
                "\(Self.place(known)) messages delivered")
        }
        if let files = known["files"] as? Members {
            let whole = (measured["files"] as? [Members])?.count { $0["complete"] as? Bool == true }
            compare(whole, files["delivered"], "\(Self.place(known)) files delivered")
        }
    }

    /// Compares every number and text that `known` has.
    private mutating func compare(_ measured: Any?, _ known: Any?, _ name: String) {
        switch known {
        case let members as Members:
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                compare((measured as? Members)?[key], value, "\(name).\(key)")
            }
        case let value as NSNumber:
            if (measured as? NSNumber) != value { differ(measured, value, name) }
        case let value as String:
            if (measured as? String) != value { differ(measured, value, name) }
        default: break
        }
    }

    private mutating func differ(_ measured: Any?, _ known: Any, _ name: String) {
        differences.append("\(label): \(name): measured \(measured ?? "nothing"), known \(known)")
    }
}
