import Bytes
import ErasureCode
import VenueWire

/// Protects a flow of packets with Reed-Solomon windows (RFC 6865): trailers behind its packets, and repair packets that go
/// between the packets of the next window.
struct BlockSender: Sendable {
    private var encoder: BlockEncoder
    /// The repair packets of the window before, all of one length, one behind the other.
    private var waiting: [UInt8] = []
    private var waitingBlock: UInt32 = 0
    private var waitingLength = 0
    private var nextWaiting = 0

    /// Windows as `protection` says, from number 0 on; nil when there is no such code.
    init?(_ protection: AnnouncedProtection) {
        guard let layout = BlockLayout(protection), let encoder = try? BlockEncoder(layout) else { return nil }
        self.encoder = encoder
    }

    /// Whether all numbers of windows are used, so that another run is to begin.
    var isRunOver: Bool { encoder.isRunOver }

    /// Whether the window has packets, but not all of them.
    var isPartial: Bool { encoder.count > 0 }

    /// Whether repair packets wait.
    var isWaiting: Bool { nextWaiting * waitingLength < waiting.count }

    /// Takes the next packet and appends its trailer; the last one of a window brings repair packets.
    mutating func protect(_ packet: inout [UInt8]) {
        guard encoder.take(&packet), encoder.isComplete else { return }
        waitingBlock = encoder.block
        waiting.removeAll(keepingCapacity: true)
        nextWaiting = 0
        encoder.takeRepairs { repair in
            waitingLength = repair.byteCount
            waiting.append(copying: repair)
        }
    }

    /// Puts the next repair packet that is due into `bytes` and says of which window it is; nil when none is due.
    ///
    /// They are spread evenly over the first half of the next window's packets, so that a burst of losses hits few of
    /// them; with `all` every one is due.
    mutating func next(into bytes: inout [UInt8], all: Bool = false) -> UInt32? {
        guard isWaiting else { return nil }
        let layout = encoder.layout
        let span = max(1, layout.sources / 2)
        let due =
            all || layout.sources == 1
            ? layout.repairs : min(layout.repairs, (encoder.count * layout.repairs + span - 1) / span)
        guard nextWaiting < due else { return nil }
        let start = nextWaiting * waitingLength
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: waiting[start..<start + waitingLength])
        nextWaiting += 1
        return waitingBlock
    }
}

extension BlockLayout {
    /// The windows of an announced channel; nil when it has none, or none that can be sent.
    init?(_ protection: AnnouncedProtection) {
        guard protection.scheme == .reedSolomon else { return nil }
        let points = protection.matrix.flatMap(CodePoints.init(name:)) ?? .rizzo
        guard
            let layout = try? BlockLayout(
                points: points, sources: protection.sourceCount, repairs: protection.repairCount)
        else { return nil }
        self = layout
    }
}
