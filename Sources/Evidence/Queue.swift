/// An array that is cheap to shorten at its front.
struct Queue<Element: Sendable>: Sendable {
    /// Elements given up are dropped together, once there are so many of them and as many as are left.
    private static var laziness: Int { 64 }

    private var elements: [Element] = []
    private var head = 0

    var count: Int { elements.count - head }

    var last: Element? { elements.count > head ? elements[elements.count - 1] : nil }

    subscript(index: Int) -> Element {
        get { elements[head + index] }
        set { elements[head + index] = newValue }
    }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Gives up the first `count` elements; the caller has checked that there are so many.
    mutating func removeFirst(_ count: Int) {
        head += count
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= Self.laziness, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
    }
}
