import Foundation
import Testing

/// Whether every row of the inventory and every definition has a test that bears its number in its name.
@Suite("Rows of the semantics")
struct RowsTests {
    /// The rows, by the letter or the part that their numbers begin with.
    ///
    /// N24 are names that an application chooses; A5 and G4 to G13 are matters of iOS, which the room's page says have no part
    /// here.
    static let rows: [String] = [
        ("A", 11), ("B", 20), ("C", 12), ("D", 5), ("F", 13), ("G", 3), ("M", 27), ("N", 23), ("P", 7), ("S", 26),
        ("V", 11), ("X", 24), ("3.", 19),
    ].flatMap { part, count in (1...count).map { "\(part)\($0)" } }.filter { $0 != "A5" }

    /// The names of all tests of the project.
    static func names() throws -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "..").standardized.path()
        var names: [String] = []
        let walk = FileManager.default.enumerator(atPath: folder)
        while let file = walk?.nextObject() as? String {
            guard file.hasSuffix("Tests.swift"), file != "StadiumVisionSDKTests/RowsTests.swift" else { continue }
            let source = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            names += source.matches(of: #/@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"/#).map { String($0.1) }
        }
        return names
    }

    /// The rows that a name bears: "B1", "3.13", and all of "F1-F13" and "S1 to S25".
    static func rows(of name: String) -> Set<String> {
        var rows: Set<String> = []
        let number = #/\b(?<part>[A-Z]|3\.)(?<first>[0-9]{1,2})\b(?:(?:-| to )\k<part>(?<last>[0-9]{1,2})\b)?/#
        for match in name.matches(of: number) {
            let before =
                match.range.lowerBound > name.startIndex ? name[name.index(before: match.range.lowerBound)] : " "
            guard before != ".", let first = Int(match.first) else { continue }
            let last = match.last.flatMap { Int($0) } ?? first
            for row in first...max(first, last) { rows.insert("\(match.part)\(row)") }
        }
        return rows
    }

    @Test("each have a test with their number in its name")
    func covered() throws {
        let known = try Self.names().reduce(into: Set<String>()) { $0.formUnion(Self.rows(of: $1)) }
        let missing = Self.rows.filter { !known.contains($0) }
        #expect(missing.isEmpty, "no test bears \(missing.joined(separator: ", ")) in its name")
    }

    @Test("are read whole, and in runs")
    func read() {
        #expect(Self.rows(of: "B10, M2: observers") == ["B10", "M2"])
        #expect(Self.rows(of: "AB1, 13.1 and 1.3: none") == [])
        #expect(Self.rows(of: "told (3.1)") == ["3.1"] && Self.rows(of: "3.11: x") == ["3.11"])
        #expect(Self.rows(of: "F1-F3, S9 to S11: x") == ["F1", "F2", "F3", "S9", "S10", "S11"])
    }
}
