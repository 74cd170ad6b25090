public import Bytes
public import Clips
import History
import MediaIO
public import Timing
import TransportStream

/// A file made of decoded pictures, ready for all readers: a still, a sheet of a storyboard, or its track.
public struct PictureFile: Sendable {
    /// The file's bytes.
    public let body: SliceList
    /// When the picture is presented; of several, the first one.
    public let time: StreamTime
    /// Whether a picture, or what it was decoded from, is not what was sent.
    public let isDamaged: Bool

    /// A file that is made already.
    public init(body: SliceList, time: StreamTime, isDamaged: Bool) {
        self.body = body
        self.time = time
        self.isDamaged = isDamaged
    }

    /// One picture as JPEG, as wide as `request` says.
    public static func still(
        _ plan: PicturePlan, _ request: StillRequest, of source: PictureSource, limits: PictureLimits = PictureLimits(),
        until deadline: ContinuousClock.Instant
    ) throws(PictureFailure) -> PictureFile {
        var runner = PictureRunner(source, limits, until: deadline)
        let shown = try runner.picture(plan)
        let own = shown.picture.displaySize
        let size = request.size(of: (own.width, own.height))
        do throws(MediaFailure) {
            var sheet = try PictureSheet(PictureSize(width: size.width, height: size.height))
            try sheet.draw(shown.picture, width: size.width, height: size.height)
            return PictureFile(body: try sheet.jpeg(), time: shown.time, isDamaged: shown.isDamaged)
        } catch {
            throw PictureFailure(error)
        }
    }

    /// Small pictures in a grid as JPEG; where nothing can be decoded, the sheet stays black.
    public static func sheet(
        _ plan: SheetPlan, of source: PictureSource, limits: PictureLimits = PictureLimits(),
        until deadline: ContinuousClock.Instant
    ) throws(PictureFailure) -> PictureFile {
        var runner = PictureRunner(source, limits, until: deadline)
        var isDamaged = false
        var first: StreamTime?
        var canvas: PictureSheet
        do throws(MediaFailure) {
            canvas = try PictureSheet(PictureSize(width: plan.sheet.size.width, height: plan.sheet.size.height))
        } catch {
            throw PictureFailure(error)
        }
        for (index, cell) in plan.cells.enumerated() {
            guard let cell else { continue }
            let next = index + 1 < plan.cells.count ? plan.cells[index + 1] : nil
            guard let shown = try shown(cell, next, &runner) else {
                isDamaged = true
                continue
            }
            try draw(shown.picture, in: plan.sheet, cue: plan.sheet.cues.lowerBound + index, on: &canvas)
            isDamaged = isDamaged || shown.isDamaged
            first = first ?? shown.time
        }
        guard let first else { throw .undecodable }
        do throws(MediaFailure) {
            return PictureFile(body: try canvas.jpeg(), time: first, isDamaged: isDamaged)
        } catch {
            throw PictureFailure(error)
        }
    }

    /// The picture of a cell; nil when it cannot be decoded.
    private static func shown(
        _ cell: PicturePlan, _ next: PicturePlan?, _ runner: inout PictureRunner
    ) throws(PictureFailure) -> PictureRunner.Shown? {
        do throws(PictureFailure) { return try runner.picture(cell, next: next) } catch {
            guard error == .undecodable else { throw error }
            return nil
        }
    }

    /// Draws a picture into its cell, undistorted and in the middle.
    private static func draw(
        _ picture: DecodedPicture, in sheet: SheetRequest, cue: Int, on canvas: inout PictureSheet
    ) throws(PictureFailure) {
        let own = picture.displaySize
        var (width, height) = (sheet.width, (sheet.width * own.height + own.width / 2) / own.width)
        // Cells have even sides, so that a row more or less is rounding.
        if abs(height - sheet.height) <= 1 { height = sheet.height }
        if height > sheet.height {
            (width, height) = ((sheet.height * own.width + own.height / 2) / own.height, sheet.height)
        }
        width = min(max(1, width), sheet.width)
        height = min(max(1, height), sheet.height)
        let corner = sheet.corner(of: cue)
        do throws(MediaFailure) {
            try canvas.draw(
                picture, x: corner.x + (sheet.width - width) / 4 * 2, y: corner.y + (sheet.height - height) / 4 * 2,
                width: width, height: height)
        } catch {
            throw PictureFailure(error)
        }
    }

    /// The track of a storyboard; `address` gives the address of a sheet from its number and arguments.
    public static func track(
        _ plan: StoryboardPlan, of source: PictureSource, limits: PictureLimits = PictureLimits(),
        until deadline: ContinuousClock.Instant, address: (Int, String) -> String
    ) throws(PictureFailure) -> PictureFile {
        var runner = PictureRunner(source, limits, until: deadline)
        let shown = try runner.picture(plan.first)
        let own = shown.picture.displaySize
        let sheet = plan.sheet(of: (own.width, own.height))
        let query = sheet.query
        let text = sheet.track { address($0, query) }
        return PictureFile(
            body: SliceList(copying: Array(text.utf8)), time: plan.start, isDamaged: shown.isDamaged)
    }
}
