import Foundation
import Glibc
import NetworkFormats
import VenueSimulator

/// The channels as the server shows them to people.
struct FaultChannels {
    /// One of them.
    struct Channel {
        var id: String
        var group: String
        var state: String
        var seconds: Double
    }

    /// The rig's own channels, by group; others that strangers opened are left out.
    private(set) var all: [Channel] = []

    init(_ rig: FaultRig) {
        guard let answer = rig.get("/api/v1/channels"), answer.status == 200,
            let object = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any],
            let entries = object["channels"] as? [[String: Any]]
        else { return }
        for entry in entries {
            guard let id = entry["id"] as? String, let group = entry["group"] as? String,
                let state = entry["state"] as? String, let seconds = entry["historySeconds"] as? Double,
                entry["source"] as? String == "127.0.0.1",
                rig.specs.contains(where: { $0.destination.address.description == group })
            else { continue }
            all.append(Channel(id: id, group: group, state: state, seconds: seconds))
        }
        all.sort { $0.group < $1.group }
    }

    /// How many are live and keep at least `seconds`.
    func live(keeping seconds: Double = 0) -> Int { all.count { $0.state == "live" && $0.seconds >= seconds } }

    /// Waits until all of them are; whether they are in time, in seconds.
    static func wait(_ rig: FaultRig, keeping seconds: Double = 0, atMost limit: Double) -> Bool {
        FaultTime.holds(within: limit) { FaultChannels(rig).live(keeping: seconds) == FaultRig.channelCount }
    }
}
