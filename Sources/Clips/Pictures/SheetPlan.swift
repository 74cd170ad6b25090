public import History
import Timing

/// A sheet before anything is decoded.
public struct SheetPlan: Hashable, Sendable {
    /// The sheet.
    public let sheet: SheetRequest
    /// The pictures in the order of the cells; nil where nothing is kept.
    public let cells: [PicturePlan?]

    /// Whether the same request gives the same sheet for ever.
    public var isFinal: Bool { cells.allSatisfy { $0?.isFinal ?? false } }

    /// Plans a sheet; throws where nothing of it is kept.
    public init(_ sheet: SheetRequest, from history: HistorySnapshot) throws(ClipFailure) {
        guard let oldest = history.oldest, let liveEdge = history.liveEdge, oldest < liveEdge else {
            throw .nothingKept
        }
        guard !sheet.cues.isEmpty else { throw .noPicture }
        self.sheet = sheet
        cells = sheet.cues.map { cue in
            let span = sheet.span(of: cue)
            let start = sheet.start + span.start
            return try? StoryboardCell(of: start, to: sheet.start + span.end, in: history)
                .plan(from: start, in: history)
        }
        guard cells.contains(where: { $0 != nil }) else {
            throw sheet.start < oldest ? .past(oldest: oldest) : .noPicture
        }
    }

    /// A strong entity tag, in its quotes, of this sheet of channel `id`.
    public func entityTag(channel id: String) -> String {
        var tag = EntityTag()
        tag.add(id)
        tag.add("sheet")
        for number in [sheet.width, sheet.height, sheet.cues.lowerBound, sheet.cues.count] { tag.add(number) }
        for cell in cells {
            if let cell { cell.add(to: &tag) } else { tag.add("-") }
        }
        return tag.text
    }
}
