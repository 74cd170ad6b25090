/// Memory that its owner writes again and again: it grows when it must, keeps its size, and is freed with its owner.
///
/// Contract behind `@unchecked Sendable`: nobody but this value, which cannot be copied, keeps the pointer, and what its
/// elements point at is looked at only during the call that wrote them.
struct WorkBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    /// Kernels read whole vectors of the widest kind: one that lies in two cache lines costs twice.
    private static var alignment: Int { 64 }

    private(set) var start: UnsafeMutablePointer<Element>
    private(set) var capacity: Int

    /// Room for `capacity` elements, all `value`.
    init(repeating value: Element, count: Int) {
        capacity = max(1, count)
        start = Self.allocate(capacity, value)
    }

    deinit { UnsafeMutableRawPointer(start).deallocate() }

    /// Makes sure that `count` elements fit; when memory has to be had for that, what was there is lost and all are `value`.
    mutating func reserve(_ count: Int, repeating value: Element) {
        guard count > capacity else { return }
        UnsafeMutableRawPointer(start).deallocate()
        capacity = count
        start = Self.allocate(count, value)
    }

    private static func allocate(_ count: Int, _ value: Element) -> UnsafeMutablePointer<Element> {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: count * MemoryLayout<Element>.stride, alignment: alignment)
        return memory.initializeMemory(as: Element.self, repeating: value, count: count)
    }
}
