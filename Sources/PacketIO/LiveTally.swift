public import CaptureFormats
public import NetworkFormats
import Timing

/// Counts of a live session what a capture of it would tell: the `capture` part of the live report.
///
/// What it tells of drops, cut datagrams and gaps is what reading the session's recording tells, so that findings agree.
public struct LiveTally: Sendable {
    private var clock = CaptureClock()
    private var counted = CaptureFacts.live()

    /// Nothing has arrived yet.
    public init() {}

    /// Counts one datagram.
    public mutating func count(_ header: DatagramHeader) {
        let record = CaptureRecord(
            frame: header.ordinal, time: header.time, linkType: .raw, wireLength: Int(header.wireLength), bytes: 0..<0)
        _ = clock.time(of: record)
        let length = UInt64(UDPFrame.headerLength(of: header)) + UInt64(header.wireLength)
        counted.frames &+= 1
        counted.frameBytes &+= length
        counted.bytes &+= length
        counted.captureDrops &+= UInt64(header.droppedBefore)
        if header.isTruncated { counted.truncatedFrames &+= 1 }
    }

    /// The session so far.
    public var facts: CaptureFacts {
        var facts = counted
        facts.firstTime = clock.first
        facts.lastTime = clock.last
        facts.clockSteps = clock.steps
        facts.clockStepCount = clock.stepCount
        return facts
    }
}
