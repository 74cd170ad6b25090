import CMemory

/// Memory that a burst of traffic or of readers took goes back to the system when it is over.
///
/// The allocator keeps what is freed between pieces that are still in use; without this it would keep it for ever.
public enum HeapUpkeep {
    /// So much stays with the allocator in any case, in bytes.
    static let allowance = 4 << 20

    /// Gives back what is far more than what is in use; to be called every few seconds, by a thread that nobody waits for.
    ///
    /// It takes some milliseconds when there is something to give, and whether there was is returned.
    @discardableResult
    public static func giveBack() -> Bool { cmemory_give_back(allowance) != 0 }
}
