/// An array that grows in pages at its end and is cheap to shorten at its front: it never holds much more than its elements.
struct Queue<Element: Sendable>: Sendable {
    /// Elements of one page.
    private static var pageSize: Int { 256 }

    private var pages: [[Element]] = []
    private var head = 0
    private(set) var count = 0
    /// An empty page that has its room already.
    private var spare: [Element] = []

    var last: Element? { pages.last?.last }

    subscript(index: Int) -> Element {
        get { pages[(head + index) / Self.pageSize][(head + index) % Self.pageSize] }
        set { pages[(head + index) / Self.pageSize][(head + index) % Self.pageSize] = newValue }
    }

    mutating func append(_ element: Element) {
        if head + count == pages.count * Self.pageSize {
            if spare.capacity == 0 { spare.reserveCapacity(Self.pageSize) }
            pages.append(spare)
            spare = []
        }
        pages[pages.count - 1].append(element)
        count += 1
    }

    /// Gives up the first `count` elements; the caller has checked that there are so many.
    mutating func removeFirst(_ removed: Int) {
        head += removed
        count -= removed
        let pagesGone = count == 0 ? pages.count - 1 : head / Self.pageSize
        if pagesGone > 0 {
            spare = pages[0]
            pages.removeFirst(pagesGone)
            spare.removeAll(keepingCapacity: true)
            head -= pagesGone * Self.pageSize
        }
        guard count == 0, !pages.isEmpty else { return }
        pages[0].removeAll(keepingCapacity: true)
        head = 0
    }
}
