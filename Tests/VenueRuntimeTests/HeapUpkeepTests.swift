import Foundation
import Testing

@testable import VenueRuntime

@Suite("Upkeep of the heap")
struct HeapUpkeepTests {
    /// Bytes in pages that are in memory, from `/proc/self/statm` (proc(5)).
    private static var resident: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0) * Int(getpagesize())
    }

    @Test("gives back what lies free between pieces that are in use")
    func givesBack() {
        // 192 MiB as slabs of 32 KiB, of which every 64th stays.
        let (length, count, kept) = (32 << 10, 6 << 10, 64)
        var pieces: [UnsafeMutableRawPointer?] = (0..<count).map { _ in
            let piece = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 64)
            piece.initializeMemory(as: UInt8.self, repeating: 1, count: length)
            return piece
        }
        let full = Self.resident
        for index in pieces.indices where index % kept != 0 {
            pieces[index]?.deallocate()
            pieces[index] = nil
        }
        HeapUpkeep.giveBack()
        // Other tests run beside this one and take memory of their own: half of it must be seen to go.
        #expect(Self.resident < full - length * count / 2)
        for piece in pieces { piece?.deallocate() }
    }
}
