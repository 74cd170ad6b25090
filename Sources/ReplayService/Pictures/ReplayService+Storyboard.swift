import ClipFiles
import Clips
import HTTPServing
import History
import Pipeline
import Timing

extension ReplayService {
    /// The track of a storyboard.
    func storyboard(_ request: Request) -> Answer {
        do throws(Refusal) {
            let channel = try pictureChannel(request)
            let wanted: StoryboardRequest
            do throws(ClipQueryError) { wanted = try StoryboardRequest(query: request.pairs) } catch {
                throw Refusal(.error(400, "\(error)"))
            }
            let missing = wanted.clip.waits ? channel.snapshot.history.flatMap(wanted.clip.timeUntilComplete) : nil
            if let parking = parking(until: missing, request) { return .park(parking) }
            // Whoever shows the track may send no header with the requests for its sheets.
            let token = request.value(of: "token").map { "&token=\($0.percentEncoded)" } ?? ""
            let isAbsolute = request.value(of: "start") != nil
            return deliver(request, channel) { [limits = pictures.limits] source throws(PictureFailure) in
                try Self.order(wanted, source, channel, limits, token: token, isAbsolute: isAbsolute)
            }
        } catch {
            return .now(error.response)
        }
    }

    private static func order(
        _ request: StoryboardRequest, _ source: PictureSource, _ channel: ChannelView, _ limits: PictureLimits,
        token: String, isAbsolute: Bool
    ) throws(PictureFailure) -> PictureOrder {
        let plan: StoryboardPlan
        do throws(ClipFailure) { plan = try StoryboardPlan(request, from: source.history) } catch { throw .clip(error) }
        _ = try source.codec(of: plan.first)
        let isFixed = isAbsolute && plan.isSettled && !plan.isClipped && plan.first.isFinal
        let tag = plan.entityTag(channel: channel.id)
        return PictureOrder(
            // The addresses in it bear the token.
            tag: token.isEmpty ? tag : ContentTag.of(Array((tag + token).utf8)),
            make: { deadline throws(PictureFailure) in
                try PictureFile.track(plan, of: source, limits: limits, until: deadline) { number, query in
                    "storyboard/\(number).jpg?\(query)\(token)"
                }
            },
            headers: { _ in
                [
                    Header("Content-Type", "text/vtt; charset=utf-8"), cacheControl(isFixed),
                    Header("X-Clip-Start", plan.start.rfc3339(digits: 6)),
                    Header("X-Clip-Duration", StreamTime(nanoseconds: plan.duration.nanoseconds).epochSeconds),
                ]
            })
    }

    /// A sheet of a storyboard.
    func storyboardSheet(_ request: Request) -> Answer {
        do throws(Refusal) {
            let channel = try pictureChannel(request)
            let name = request.path[5].split(separator: ".", omittingEmptySubsequences: false)
            guard name.count == 2, name[1] == "jpg", let number = Int(name[0]), String(number) == name[0],
                (0..<(SheetRequest.cueLimit / SheetRequest.cells)).contains(number)
            else { throw Refusal(.error(404, "\(request.path[5]) is no sheet's name: storyboard.vtt names them")) }
            let sheet: SheetRequest
            do throws(ClipQueryError) { sheet = try SheetRequest(number: number, query: request.pairs) } catch {
                throw Refusal(.error(400, "\(error)"))
            }
            return deliver(request, channel) { [limits = pictures.limits] source throws(PictureFailure) in
                try Self.order(sheet, source, channel, limits)
            }
        } catch {
            return .now(error.response)
        }
    }

    private static func order(
        _ request: SheetRequest, _ source: PictureSource, _ channel: ChannelView, _ limits: PictureLimits
    ) throws(PictureFailure) -> PictureOrder {
        let plan: SheetPlan
        do throws(ClipFailure) { plan = try SheetPlan(request, from: source.history) } catch { throw .clip(error) }
        if let first = plan.cells.lazy.compactMap(\.self).first { _ = try source.codec(of: first) }
        return PictureOrder(
            tag: plan.entityTag(channel: channel.id),
            make: { deadline throws(PictureFailure) in
                try PictureFile.sheet(plan, of: source, limits: limits, until: deadline)
            },
            headers: { file in
                var headers = [Header("Content-Type", "image/jpeg"), cacheControl(plan.isFinal)]
                if file.isDamaged { headers.append(Header("X-Picture-Damaged", "1")) }
                return headers
            })
    }
}

extension String {
    /// The text with everything but RFC 3986's unreserved characters escaped.
    var percentEncoded: String {
        var text = ""
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e:
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return text
    }
}
