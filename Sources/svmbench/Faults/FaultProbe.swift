/// Asks for clips and for the server's health as good clients do, while something else happens.
struct FaultProbe {
    private let rig: FaultRig
    private let ids: [String]
    private let wait = FaultWait()
    private var next = 0
    /// Answers that the venue was not read for some time: true of a machine that others have, and then no fault.
    private var unhealthy = 0
    /// Seconds of the answers to requests for clips.
    private(set) var clips: [Double] = []
    private(set) var refusals: [String] = []

    init(_ rig: FaultRig, ids: [String]) {
        self.rig = rig
        self.ids = ids
    }

    /// Asks for health and a clip of the next channel.
    mutating func ask() {
        if let health = rig.get("/healthz") {
            if health.status == 503 {
                unhealthy += 1
            } else if health.status != 200 {
                refusals.append("/healthz said \(health.status) \(health.text)")
            }
        } else {
            refusals.append("/healthz was not answered")
        }
        guard !ids.isEmpty else { return refusals.append("there is no channel to ask for") }
        let path = "/api/v1/channels/\(ids[next % ids.count])/clip.ts?last=4s"
        next += 1
        guard let clip = rig.get(path) else { return refusals.append("\(path) was not answered") }
        clips.append(clip.seconds)
        if clip.status != 200 {
            refusals.append("\(path) said \(clip.status) \(clip.text)")
        } else if clip.body.count % 188 != 0 || clip.body.count < 100_000 {
            refusals.append("\(path) gave \(clip.body.count) bytes")
        }
    }

    /// The seconds of the fastest answer, which other programs on the machine slow down least.
    var fastest: Double { clips.min() ?? .infinity }

    /// States in `check` that everybody was answered, and no slower than others were before.
    ///
    /// The bound is wide, because other programs may have the machine; what it refuses is an answer that waits for a fault.
    func judge(_ check: inout FaultCheck, usual: Double) {
        check.tell("\(clips.count) clips, the fastest \(Self.milliseconds(fastest)) ms")
        let stolen = wait.stolen
        check.expect(unhealthy == 0 || stolen > 1, "the venue was not read for seconds, /healthz said")
        for refusal in refusals.prefix(3) { check.fail(refusal) }
        if refusals.count > 3 { check.fail("\(refusals.count - 3) more went wrong") }
        check.expect(fastest <= 10 * usual + 0.25 + stolen, "clips were far slower than usual")
    }

    static func milliseconds(_ seconds: Double) -> String { String((seconds * 1e4).rounded() / 10) }
}
