import Foundation
import Testing

/// Whether every row of the inventory and every definition has a test that bears its number in its name.
@Suite("Rows of the semantics")
struct RowsTests {
    static let rows: [String] =
        (1...20).map { "B\($0)" } + (1...24).map { "X\($0)" } + (1...19).map { "3.\($0)" }

    /// The names of all tests of the project.
    static func names() throws -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "..").standardized.path()
        var names: [String] = []
        let walk = FileManager.default.enumerator(atPath: folder)
        while let file = walk?.nextObject() as? String {
            guard file.hasSuffix("Tests.swift"), file != "StadiumVisionSDKTests/RowsTests.swift" else { continue }
            let source = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            names += source.matches(of: #/@Test\(\s*"((?:[^"\\]|\\.)*)"/#).map { String($0.1) }
        }
        return names
    }

    /// Whether a name bears a row's number, not as part of another one.
    static func bears(_ name: String, _ row: String) -> Bool {
        name.ranges(of: row).contains { range in
            let before = range.lowerBound > name.startIndex ? name[name.index(before: range.lowerBound)] : " "
            let after = range.upperBound < name.endIndex ? name[range.upperBound] : " "
            return !(before.isLetter || before.isNumber || before == ".") && !after.isNumber
        }
    }

    @Test("each have a test with their number in its name")
    func covered() throws {
        let names = try Self.names()
        let missing = Self.rows.filter { row in !names.contains { Self.bears($0, row) } }
        #expect(missing.isEmpty, "no test bears \(missing.joined(separator: ", ")) in its name")
    }

    @Test("B1 is not found in B10, nor 3.1 in 3.11 or 13.1")
    func exact() {
        #expect(Self.bears("B1, B2: x", "B1") && !Self.bears("B10: x", "B1") && !Self.bears("AB1: x", "B1"))
        #expect(Self.bears("x (3.1)", "3.1") && !Self.bears("3.11: x", "3.1") && !Self.bears("13.1: x", "3.1"))
    }
}
