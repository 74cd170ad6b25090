import CaptureFormats
import Timing

extension CaptureReport {
    /// What the source knows of its capture.
    init(_ facts: CaptureFacts) {
        self.init(
            file: facts.file, format: facts.format.rawValue, linkTypes: facts.linkTypeNames,
            resolution: facts.resolution,
            frames: Int(clamping: facts.frames), bytes: Int(clamping: facts.bytes), firstTime: facts.firstTime,
            lastTime: facts.lastTime, truncatedFrames: Int(clamping: facts.truncatedFrames),
            captureDrops: Int(clamping: facts.captureDrops),
            checksumMismatches: Int(clamping: facts.checksumMismatches), skipped: SkippedFrames(facts.skipped),
            clockSteps: facts.clockSteps.map(Reports.ClockStep.init),
            cutAfterFrame: facts.cut.map { Int(clamping: $0.frames) })
    }
}

extension SkippedFrames {
    init(_ counts: SkipCounts) {
        self.init()
        for entry in counts.entries {
            let count = Int(clamping: entry.count)
            switch entry.name {
            case "notIP": notIP = count
            case "fragment": fragment = count
            case "badChecksum": badChecksum = count
            case "unknownLinkType": unknownLinkType = count
            default: if count > 0 { others.append(CountedReason(entry.name, count)) }
            }
        }
    }
}

extension Reports.ClockStep {
    init(_ step: CaptureFormats.ClockStep) {
        self.init(frame: step.frame, time: step.time, step: step.to - step.from)
    }
}
