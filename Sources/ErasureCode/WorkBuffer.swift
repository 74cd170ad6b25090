/// Memory that its owner writes again and again: it grows when it must, keeps its size, and is freed with its owner.
///
/// Contract behind `@unchecked Sendable`: nobody but this value, which cannot be copied, keeps the pointer, and what its
/// elements point at is looked at only during the call that wrote them.
struct WorkBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    private(set) var start: UnsafeMutablePointer<Element>
    private(set) var capacity: Int

    /// Room for `capacity` elements, all `value`.
    init(repeating value: Element, count: Int) {
        capacity = max(1, count)
        start = .allocate(capacity: capacity)
        start.initialize(repeating: value, count: capacity)
    }

    deinit { start.deallocate() }

    /// Makes sure that `count` elements fit; when memory has to be had for that, what was there is lost and all are `value`.
    mutating func reserve(_ count: Int, repeating value: Element) {
        guard count > capacity else { return }
        start.deallocate()
        capacity = count
        start = .allocate(capacity: count)
        start.initialize(repeating: value, count: count)
    }
}
