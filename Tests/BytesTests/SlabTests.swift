import Bytes
import Glibc
import Testing

@Suite("Slab")
struct SlabTests {
    @Test("is filled from the front until it is full, then emptied")
    func filling() {
        let slab = Slab(capacity: 8)
        let bytes: [UInt8] = [1, 2, 3]
        #expect(slab.append(bytes.lent) == true)
        #expect(slab.append(bytes.lent) == true)
        #expect(slab.append(bytes.lent) == false)
        #expect(slab.count == 6)
        #expect(slab.spare == 2)
        let held = slab.bytes
        #expect(held.copied() == [1, 2, 3, 1, 2, 3])
        #expect(slab.append(bytes.lent.extracting(0..<0)) == true)
        slab.recycle()
        #expect(slab.count == 0)
        #expect(slab.spare == 8)
        #expect(slab.append(bytes.lent) == true)
        let again = slab.bytes
        #expect(again.copied() == bytes)
    }

    @Test("lends zeros for writing, also where other bytes were before")
    func zeros() {
        let slab = Slab(capacity: 6)
        let bytes: [UInt8] = [9, 9, 9, 9, 9, 9]
        slab.append(bytes.lent)
        slab.recycle()
        let result = slab.appendZeros(4) { span in
            span.storeBytes(of: 7, toByteOffset: 1, as: UInt8.self)
            return span.byteCount
        }
        #expect(result == 4)
        let filled = slab.bytes
        #expect(filled.copied() == [0, 7, 0, 0])
        #expect(slab.appendZeros(3) { _ in true } == nil)
        #expect(slab.appendZeros(-1) { _ in true } == nil)
        #expect(slab.appendZeros(0) { $0.byteCount } == 0)
        #expect(slab.count == 4)
    }

    @Test("moves the rest down when its front is used up")
    func compacting() {
        let slab = Slab(capacity: 8)
        let bytes: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7]
        slab.append(bytes.lent)
        slab.compact(consumed: 3)
        slab.append(bytes.lent.extracting(0..<2))
        let moved = slab.bytes
        #expect(moved.copied() == [3, 4, 5, 6, 7, 0, 1])
        slab.compact(consumed: 0)
        slab.compact(consumed: 7)
        #expect(slab.count == 0)
    }

    @Test("of no capacity is full at once")
    func empty() {
        let slab = Slab(capacity: 0)
        let bytes: [UInt8] = [1]
        #expect(slab.append(bytes.lent) == false)
        #expect(slab.append(bytes.lent.extracting(0..<0)) == true)
        let none = slab.bytes
        #expect(none.byteCount == 0)
    }

    @Test("reads from a descriptor what there is and what fits, then the end")
    func reading() {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let slab = Slab(capacity: 5)
        let sent: [UInt8] = [1, 2, 3, 4, 5, 6, 7]
        #expect(write(ends[1], sent, 3) == 3)
        #expect(slab.fill(from: ends[0]) == 3)
        #expect(write(ends[1], sent, 7) == 7)
        #expect(slab.fill(from: ends[0]) == 2)
        let filled = slab.bytes
        #expect(filled.copied() == [1, 2, 3, 1, 2])
        slab.recycle()
        close(ends[1])
        #expect(slab.fill(from: ends[0]) == 5)
        slab.recycle()
        #expect(slab.fill(from: ends[0]) == 0)
        close(ends[0])
        #expect(slab.fill(from: -1) == -Int(EBADF))
    }

    @Test("takes what a call says it wrote, and passes on its error")
    func calls() {
        let slab = Slab(capacity: 4)
        let wrote = slab.fill { room in
            room[0] = 42
            return room.count - 3
        }
        #expect(wrote == 1)
        let filled = slab.bytes
        #expect(filled.copied() == [42])
        #expect(slab.fill { _ in -11 } == -11)
        #expect(slab.count == 1)
    }
}
