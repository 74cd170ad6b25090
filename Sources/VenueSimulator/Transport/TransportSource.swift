import Timing

/// Makes a transport stream of constant bit rate, packet after packet, without end: PAT, PMT, H.264-looking pictures,
/// silent sound, PCR and null packets (ISO/IEC 13818-1).
///
/// A picture is sent within its own picture interval, spread evenly. The PCR lies on the video PID: in the first packet
/// of a picture, and in the next one whenever 20 ms have passed; where no picture's packet comes in time it lies in a
/// packet of its own without payload. At 150 packets a second and more no two PCRs are over 40 ms apart. PAT and PMT
/// come every 200 ms, or with every picture when those are rarer. Two packets of a PID have equal payload only in PAT
/// and PMT.
public struct TransportSource: Sendable {
    /// What it makes.
    public let spec: TransportSpec
    /// Packets made so far.
    public private(set) var packets = 0
    /// Pictures begun so far.
    public private(set) var pictures = 0
    /// When the next packet leaves, in nanoseconds from the first one.
    public private(set) var elapsed: Int64 = 0

    let bitRate: Int
    let group: Int
    let code: PictureCode
    let programTable: [UInt8]
    let mapTable: [UInt8]
    let soundFrame: [UInt8]
    let filling: [UInt8]
    let stuffingBytes: [UInt8] = Array(repeating: 0xff, count: 184)

    var plan = PicturePlan()
    var picture = PictureBytes()
    var lastClock = Int.min / 2
    var lastTables = Int.min / 2
    var soundFrames = 0
    var tableCounter: UInt8 = 0
    var videoCounter: UInt8 = 0
    var soundCounter: UInt8 = 0
    var serial: UInt32 = 16

    /// Starts the stream of `spec`; too low a bit rate is raised to the lowest that holds everything.
    public init(_ spec: TransportSpec) {
        self.spec = spec
        bitRate = max(spec.bitRate, spec.lowestBitRate)
        group = spec.pictureGroup
        code = PictureCode(width: spec.width, height: spec.height)
        programTable = ProgramTables.association(program: 1, tablePID: spec.tablePID)
        mapTable = ProgramTables.map(spec)
        soundFrame = SoundCode.frame(spec.sound, sampleRate: spec.soundRate, length: 170)
        filling = (0..<184).map { UInt8(0x41 + $0 % 59) }
    }

    /// Appends the next 188 bytes and tells what they are.
    public mutating func next(into bytes: inout [UInt8]) -> TransportFact {
        if packets >= plan.end { planPicture() }
        defer {
            packets += 1
            elapsed = time(of: packets)
        }
        let slot = packets - plan.start
        if slot < plan.tables { return table(slot, into: &bytes) }
        let place = slot - plan.tables
        let rest = plan.end - plan.start - plan.tables
        if Self.falls(place, of: rest, among: plan.sounds) { return sound(into: &bytes) }
        let others = rest - plan.sounds
        let mine = place - place * plan.sounds / rest
        if Self.falls(mine, of: others, among: plan.videos) { return video(into: &bytes) }
        return spare(into: &bytes)
    }

    /// Whether slot `place` of `slots` bears one of `count` things spread evenly.
    private static func falls(_ place: Int, of slots: Int, among count: Int) -> Bool {
        slots > 0 && (place + 1) * count / slots > place * count / slots
    }

    func time(of packet: Int) -> Int64 {
        // Split, so that no product overflows in any length of stream.
        let seconds = packet / bitRate * 1_504
        let bits = packet % bitRate * 1_504 * 1_000_000
        return Int64(seconds * 1_000_000_000 + bits / bitRate * 1_000 + bits % bitRate * 1_000 / bitRate)
    }

    private func slot(ofPicture index: Int) -> Int {
        let (seconds, part) = index.quotientAndRemainder(dividingBy: spec.frameRate)
        return (seconds * bitRate + part * bitRate / spec.frameRate) / 1_504
    }

    private mutating func planPicture() {
        let index = pictures
        pictures += 1
        plan.start = packets
        plan.end = max(packets + 1, slot(ofPicture: index + 1))
        let slots = plan.end - plan.start
        let now = elapsed
        plan.tables = 0
        if now - Int64(lastTables) >= 199_000_000 || index == 0, slots >= 4 {
            plan.tables = 2
            lastTables = Int(now)
        }
        plan.sounds = 0
        if spec.sound != .none {
            let due =
                (index + 1) * spec.soundRate / (spec.frameRate * spec.samplesPerSoundFrame) - soundFrames
            plan.sounds = max(0, min(due, slots - plan.tables - 1))
        }
        let room = slots - plan.tables - plan.sounds
        let position = index % group
        let step = spec.consecutiveBPictures + 1
        let kind: PictureCode.Kind =
            position == 0 ? .idr : (position - 1) % step == 0 ? .predicted : .bidirectional
        // Uneven on purpose; the same pictures from the same spec.
        let share = kind == .idr ? 100 : (kind == .predicted ? 55 : 30) + index * 7 % 31
        plan.videos = max(1, min(room, room * share / 100))
        begin(kind, index: index, position: position)
    }
}
