/// The channels' playlists, read again and again.
struct FaultLists {
    private let rig: FaultRig
    private let ids: [String]
    private var known: [String: FaultPlaylist] = [:]

    init(_ rig: FaultRig, ids: [String]) {
        self.rig = rig
        self.ids = ids
    }

    /// Reads every list, and fetches its newest segment.
    mutating func look(_ check: inout FaultCheck) {
        for id in ids {
            guard let answer = rig.get("/hls/\(id)/live.m3u8"), answer.status == 200,
                let list = FaultPlaylist(answer.text)
            else {
                check.fail("\(id) has no valid playlist")
                continue
            }
            for problem in list.problems(after: known[id]).prefix(2) { check.fail("playlist of \(id): \(problem)") }
            known[id] = list
            guard let path = list.last?.path else { continue }
            let segment = rig.get(path)
            check.expect(
                segment?.status == 200 && segment.map { $0.body.count % 188 == 0 && !$0.body.isEmpty } ?? false,
                "\(path) cannot be fetched")
        }
    }
}
