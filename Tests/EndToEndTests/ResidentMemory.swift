import Foundation

/// How much memory this process holds.
enum ResidentMemory {
    /// Bytes in pages that are in memory, from `/proc/self/statm`; 0 where there is none.
    static var bytes: Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let words = text.split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * 4_096 : 0
    }
}
