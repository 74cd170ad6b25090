import CISAL

/// ISA-L's kernels: sums of byte strings with coefficients, as their tables say.
///
/// The caller answers for every pointer: `length` bytes behind each source and target, and as many tables as there are
/// pairs of them.
enum Kernel {
    typealias Bytes = UnsafeMutablePointer<UInt8>
    typealias Pointers = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>

    private static let hasUpperHalves = cisal_has_upper_halves()

    /// Writes `targetCount` sums of `sourceCount` sources.
    static func sum(
        _ length: Int, _ sources: Pointers, _ sourceCount: Int, _ tables: Bytes, to targets: Pointers,
        _ targetCount: Int
    ) {
        ec_encode_data(Int32(length), Int32(sourceCount), Int32(targetCount), tables, sources, targets)
        if hasUpperHalves { cisal_clear_upper_halves() }
    }

    /// Adds one source to each of `targetCount` targets.
    static func add(_ length: Int, _ source: Bytes, _ tables: Bytes, to targets: Pointers, _ targetCount: Int) {
        ec_encode_data_update(Int32(length), 1, Int32(targetCount), 0, tables, source, targets)
        if hasUpperHalves { cisal_clear_upper_halves() }
    }
}
