import TestSupport
import Testing

@testable import Evidence

@Suite("Queue of pages")
struct QueueTests {
    @Test("behaves like an array that is shortened at its front", arguments: 0..<6)
    func likeAnArray(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = Queue<Int>()
        var array: [Int] = []
        for step in 0..<4_000 {
            switch Int.random(in: 0..<(seed % 2 == 0 ? 40 : 100), using: &random) {
            case 0:
                let gone = Int.random(in: 0...array.count, using: &random)
                queue.removeFirst(gone)
                array.removeFirst(gone)
            case 1 where !array.isEmpty:
                let place = Int.random(in: array.indices, using: &random)
                queue[place] = -step
                array[place] = -step
            default:
                queue.append(step)
                array.append(step)
            }
            #expect(queue.count == array.count)
            #expect(queue.last == array.last)
            if step % 50 == 0 { #expect((0..<queue.count).map { queue[$0] } == array) }
        }
        queue.removeFirst(queue.count)
        #expect(queue.count == 0)
        #expect(queue.last == nil)
    }
}
