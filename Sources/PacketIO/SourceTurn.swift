import NetworkFormats

/// How the reading of one piece ended.
struct SourceTurn: Sendable {
    var state = SourceState.more
    var failure: CaptureFailure?
    var progress = ReadingProgress()
}
