import Bytes
import ClipFiles
import Clips
import HTTPServing
import History
import Pipeline
import Reports
import Session
import Timing
import VenueRuntime
import VenueSettings

/// Several cameras in one answer, with a common start to the frame (definitions D18).
extension ReplayService {
    /// The plan alone: where each camera's clip is, and how far apart they begin.
    func cameraPlan(_ request: Request) -> Answer {
        cameras(request) { wish, clips, _ in
            let plan = CameraPlan(window: clips.window, entries: Self.entries(wish, clips))
            return .json(200, plan.json.text)
        }
    }

    /// The clips and their plan in one archive.
    func cameraArchive(_ request: Request) -> Answer {
        cameras(request) { [self] wish, clips, cameras in
            archive(wish, clips, cameras, isFixed: request.value(of: "start") != nil)
        }
    }

    private func cameras(
        _ request: Request,
        _ answer: @escaping @Sendable (CameraWish, CameraClips, [CameraClips.Camera]) -> Response
    ) -> Answer {
        let wish: CameraWish
        do throws(Refusal) { wish = try CameraWish(request, publisher.view) } catch { return .now(error.response) }
        let settings = session.configuration.channels
        let offsets = wish.channels.map { StreamDuration(milliseconds: Int64(settings[$0.id]?.offsetMs ?? 0)) }
        let kept = zip(wish.channels, offsets).map { channel, offset in
            CommonWindow.Camera(
                oldest: channel.snapshot.history?.oldest, liveEdge: channel.snapshot.history?.liveEdge, offset: offset)
        }
        let missing = CommonWindow.timeUntilComplete(wish.request, of: kept)
        if let parking = parking(wish.request, missing, request) { return .park(parking) }
        return .work { [self] in
            let cameras = zip(wish.channels, offsets).map { channel, offset in
                CameraClips.Camera(
                    channel: ClipChannel(channel), history: venue.history(of: channel.index),
                    media: channel.snapshot.transport, offset: offset)
            }
            do throws(ClipFailure) {
                return answer(wish, try CameraClips(wish.request, of: cameras), cameras)
            } catch {
                let retry = error.retryAfterSeconds.map { [Header("Retry-After", String($0))] } ?? []
                return .error(error.status, "none of the channels has the window: \(error)", headers: retry)
            }
        }
    }

    /// What a plan says of each camera.
    private static func entries(_ wish: CameraWish, _ clips: CameraClips) -> [CameraPlan.Entry] {
        zip(wish.channels, clips.parts).enumerated().map { place, pair in
            let (channel, part) = pair
            let clip: Result<CameraPlan.Clip, CameraPlan.Absence> =
                switch part {
                case .absent(let failure): .failure(CameraPlan.Absence(reason: "\(failure)"))
                case .clip(let clip, let skew):
                    .success(
                        CameraPlan.Clip(facts: clip.facts, skew: skew, url: url(clip.facts, channel, wish.format)))
                }
            return CameraPlan.Entry(id: channel.id, name: channel.name, offset: clips.offsets[place], clip: clip)
        }
    }

    private static func url(_ facts: ClipFacts, _ channel: ChannelView, _ format: ClipFormat) -> String? {
        facts.location.map { "/api/v1/channels/\(channel.id)/clip.\(format.fileExtension)?\($0)" }
    }

    private func archive(
        _ wish: CameraWish, _ clips: CameraClips, _ cameras: [CameraClips.Camera], isFixed: Bool
    ) -> Response {
        var plan = CameraPlan(window: clips.window, entries: Self.entries(wish, clips))
        var leases: [ClipBudget.Lease] = []
        var files: [ZipArchive.Entry] = []
        var isFinal = isFixed
        for (place, camera) in cameras.enumerated() {
            guard case .success(var clip) = plan.entries[place].clip, let history = camera.history,
                let media = camera.media
            else { continue }
            do throws(ClipProblem) {
                let source = ClipSource(channel: wish.channels[place], media: media, history: history)
                let made = try make(clips.request(wish.request, of: camera), as: wish.format, from: source)
                leases.append(made.lease)
                let number = place < 9 ? "0\(place + 1)" : "\(place + 1)"
                let name = "\(number)_\(made.facts.fileName).\(wish.format.fileExtension)"
                clip.skew = made.facts.start + camera.offset - clips.window.start
                clip.facts = made.facts
                clip.file = (name, made.body.count)
                plan.entries[place].clip = .success(clip)
                isFinal = isFinal && made.facts.isFinal
                files.append(ZipArchive.Entry(name: name, content: made.body, modified: clips.window.start))
            } catch {
                // Memory is no matter of one camera: the archive is asked for again.
                guard error.status != 429 else { return error.response(of: wish.channels[place]) }
                plan.entries[place].clip = .failure(CameraPlan.Absence(reason: error.sentence))
            }
        }
        guard !files.isEmpty else {
            return .error(415, "none of the channels can be had in this format: ask for format=ts")
        }
        let text = Array(plan.json.document.utf8)
        files.insert(
            ZipArchive.Entry(name: "plan.json", content: SliceList(copying: text), modified: clips.window.start), at: 0)
        var response = Self.response(ZipArchive.bytes(of: files), plan, tagged: text, wish, isFinal: isFinal)
        response.lease = LeaseBundle(leases)
        return response
    }

    private static func response(
        _ body: SliceList, _ plan: CameraPlan, tagged text: [UInt8], _ wish: CameraWish, isFinal: Bool
    ) -> Response {
        let tags = plan.entries.compactMap { try? $0.clip.get().facts.entityTag }
        let ids = wish.channels.map(\.id).joined(separator: ",")
        let window = plan.window
        var location = "/api/v1/clip.zip?channels=\(ids)&start=\(window.start.epochSeconds)"
        location += "&end=\(window.end.epochSeconds)&format=\(wish.format.rawValue)"
        if wish.request.content != .repaired { location += "&as=\(wish.request.content.rawValue)" }
        if wish.request.gaps != .keep { location += "&gap=\(wish.request.gaps.rawValue)" }
        let name = "cameras_" + window.start.rfc3339(digits: 0).filter { $0 != "-" && $0 != ":" } + ".zip"
        return Response(
            status: 200,
            headers: [
                Header("Content-Type", "application/zip"),
                Header("Content-Disposition", "attachment; filename=\"\(name)\""),
                Header("ETag", ContentTag.of(Array(tags.joined().utf8) + text)), Header("Content-Location", location),
                // The configuration's offsets have a say in it: it is asked for anew, and not sent when it is the same.
                Header("Cache-Control", isFinal ? "no-cache" : "no-store"),
                Header("X-Clip-Start", window.start.rfc3339(digits: 6)),
                Header("X-Clip-Duration", (window.end - window.start).decimalText),
                Header("X-Clip-Requested-Start", window.requestedStart.rfc3339(digits: 6)),
            ], body: .slices(body))
    }
}

/// The memory of several clips that are sent as one.
private final class LeaseBundle: Sendable {
    private let leases: [ClipBudget.Lease]

    init(_ leases: [ClipBudget.Lease]) { self.leases = leases }
}

extension StreamDuration {
    /// Decimal seconds.
    fileprivate var decimalText: String { StreamTime(nanoseconds: nanoseconds).epochSeconds }
}
