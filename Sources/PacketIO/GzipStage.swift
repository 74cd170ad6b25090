import Bytes
import Kernels

/// Inflates what is read of a compressed file.
final class GzipStage {
    /// Compressed bytes that were read.
    let packed: Slab
    private var offset = 0
    private var inflater: Inflater
    private(set) var hasEnded = false
    /// Whether nothing more can be inflated of what is held.
    private(set) var needsInput = false
    /// Why nothing more can be inflated.
    private(set) var fault: InflateError?
    /// Where the compressed bytes that are held begin in the file.
    private var base = 0

    /// Goes on from compressed bytes that were read already.
    init(packed: Slab) throws(InflateError) {
        self.packed = packed
        inflater = try Inflater(.gzip)
    }

    /// Inflates what is held behind the filled bytes of `window`; true when more compressed bytes are needed for more.
    func inflate(into window: Slab) -> Bool {
        needsInput = false
        guard !hasEnded else { return false }
        let slab = packed
        do {
            switch try inflater.inflate(slab.bytes, at: &offset, into: window) {
            case .outputFull: return false
            case .needsInput, .complete:
                slab.recycle()
                base += offset
                offset = 0
                needsInput = true
                return true
            case .ended: hasEnded = true
            }
        } catch {
            fault = error
            hasEnded = true
        }
        return false
    }

    /// Learns that the file ends here.
    func finish() {
        if !hasEnded, !inflater.isComplete { fault = .truncated }
        hasEnded = true
    }

    /// The byte of the file up to which everything was inflated.
    var position: Int { base + offset }
}
