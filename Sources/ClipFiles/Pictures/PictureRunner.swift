import Bytes
import Clips
import History
import MediaIO
import Timing
import TransportStream

/// Decodes planned pictures one after the other, each exactly; pictures of one group are decoded in one go.
struct PictureRunner: ~Copyable {
    /// A picture that was decoded.
    struct Shown: Sendable {
        var picture: DecodedPicture
        /// When it is presented.
        var time: StreamTime
        /// Whether it, or what it was decoded from, is not what was sent.
        var isDamaged: Bool
    }

    /// Pictures behind the wanted one after which a decoder gives it (ITU-T H.264, A.3.1: 16 in its buffer at most).
    private static let reorderLimit = 17

    private let source: PictureSource
    private let limits: PictureLimits
    private let deadline: ContinuousClock.Instant
    private var decoder: PictureDecoder?
    /// The random access point that was begun at, and the last unit that was given to the decoder.
    private var entry: PicturePlace?
    private var last: PicturePlace?
    private var isJoining = true
    private var fed = 0
    private var givenUp = 0
    /// What the decoder gave and nobody wanted yet.
    private var ready: [DecodedPicture] = []
    /// The last picture that was passed over.
    private var passed: DecodedPicture?

    init(_ source: PictureSource, _ limits: PictureLimits, until deadline: ContinuousClock.Instant) {
        self.source = source
        self.limits = limits
        self.deadline = deadline
    }

    /// The picture of `plan`; `next` is what will be asked for after it, later in the order of presentation.
    ///
    /// A picture that the decoder gives up is stood for by the one before it.
    mutating func picture(_ plan: PicturePlan, next: PicturePlan? = nil) throws(PictureFailure) -> Shown {
        let wanted = plan.target.indexed.unit.pts
        let codec = try source.codec(of: plan)
        if plan.entry == entry, let passed, passed.pts == wanted { return shown(passed, plan) }
        if plan.entry != entry || decoder?.codec != codec || passed.map({ $0.pts >= wanted }) ?? false {
            try begin(at: plan.entry, codec)
        }
        if let found = takeReady(wanted) { return shown(found, plan) }
        var behind = 0
        let goesOn = next?.entry == plan.entry
        while let place = last.map({ source.history.picture(after: $0) }) ?? plan.entry {
            // Nothing has to come behind the wanted one, unless the decoder is to go on.
            if last.map({ Self.isBehind($0, plan.target) }) ?? false {
                behind += 1
                if !goesOn || behind > Self.reorderLimit { break }
            }
            try feed(place)
            if let found = takeReady(wanted) { return shown(found, plan) }
        }
        try drain()
        guard let found = takeReady(wanted) ?? passed else { throw .undecodable }
        return shown(found, plan)
    }

    /// Whether `place` is the target or comes later in decoding order.
    private static func isBehind(_ place: PicturePlace, _ target: PicturePlace) -> Bool {
        (place.chunk, place.unit) >= (target.chunk, target.unit)
    }

    private mutating func begin(at entry: PicturePlace, _ codec: Codec) throws(PictureFailure) {
        if decoder?.codec == codec {
            decoder?.reset()
        } else {
            do throws(MediaFailure) { decoder = try PictureDecoder.showingAll(codec) } catch {
                throw PictureFailure(error)
            }
        }
        self.entry = entry
        last = nil
        isJoining = true
        fed = 0
        givenUp = decoder?.unitsGivenUp ?? 0
        ready = []
        passed = nil
    }

    private mutating func feed(_ place: PicturePlace) throws(PictureFailure) {
        fed += 1
        guard fed <= limits.onTheWay, ContinuousClock.now < deadline else {
            entry = nil
            throw .tooLong
        }
        let unit = place.indexed.unit
        if last != nil, unit.randomAccess != nil { isJoining = false }
        last = place
        // What it refers to lies before the random access point.
        if isJoining, unit.flags.contains(.skippedLeading) { return }
        let bytes = source.excerpt.bytes(of: place.indexed, in: source.history[place.chunk])
        do throws(MediaFailure) {
            try decoder?.decode(bytes, pts: unit.pts, dts: unit.dts, into: &ready)
        } catch {
            entry = nil
            throw PictureFailure(error)
        }
    }

    private mutating func drain() throws(PictureFailure) {
        entry = nil
        do throws(MediaFailure) { try decoder?.drain(into: &ready) } catch { throw PictureFailure(error) }
    }

    /// The wanted picture, once the decoder gave it; what is presented before it is passed over.
    private mutating func takeReady(_ wanted: Int64) -> DecodedPicture? {
        while let first = ready.first, first.pts <= wanted {
            passed = ready.removeFirst()
            if first.pts == wanted { return first }
        }
        return nil
    }

    private mutating func shown(_ picture: DecodedPicture, _ plan: PicturePlan) -> Shown {
        let wanted = plan.target.indexed.unit.pts
        let isOther = picture.pts != wanted
        let earlier = (wanted &- picture.pts).multipliedReportingOverflow(by: 100_000)
        let time = isOther && !earlier.overflow ? plan.time - StreamDuration(nanoseconds: earlier.0 / 9) : plan.time
        let isGivenUp = (decoder?.unitsGivenUp ?? 0) > givenUp
        return Shown(
            picture: picture, time: time, isDamaged: plan.isDamaged || picture.isDamaged || isOther || isGivenUp)
    }
}
