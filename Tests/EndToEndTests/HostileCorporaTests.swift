import Bytes
import Foundation
import FuzzTargets
import Testing

@Suite("Hostile corpora")
struct HostileCorporaTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Corpora")
        .standardized

    private static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let home = folder.appending(path: target.rawValue)
        let names = try FileManager.default.contentsOfDirectory(atPath: home.path()).filter { $0 != "README.md" }
        return try names.sorted().map { ($0, [UInt8](try Data(contentsOf: home.appending(path: $0)))) }
    }

    @Test("hold what every target must", arguments: FuzzTarget.allCases)
    func replay(_ target: FuzzTarget) throws {
        let inputs = try Self.inputs(of: target)
        #expect(inputs.count >= 8)
        for (name, bytes) in inputs {
            let complaints = target.exercise(bytes.lent)
            #expect(complaints.isEmpty, "\(target.rawValue)/\(name)")
        }
    }

    @Test("hold it for every prefix of the smaller inputs", arguments: FuzzTarget.allCases)
    func prefixes(_ target: FuzzTarget) throws {
        for (name, bytes) in try Self.inputs(of: target) where bytes.count <= 400 && target != .capture {
            for count in 0..<bytes.count {
                let complaints = target.exercise(bytes.lent.extracting(0..<count))
                #expect(complaints.isEmpty, "\(count) bytes of \(target.rawValue)/\(name)")
            }
        }
    }

    /// With `SVM_WRITE_CORPORA` in the environment the seeds are written first.
    @Test("begin with the seeds as they are made now", arguments: FuzzTarget.allCases)
    func seeds(_ target: FuzzTarget) throws {
        let home = Self.folder.appending(path: target.rawValue)
        if ProcessInfo.processInfo.environment["SVM_WRITE_CORPORA"] != nil {
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            for seed in target.seeds { try Data(seed.bytes).write(to: home.appending(path: seed.name)) }
        }
        let inputs = Dictionary(uniqueKeysWithValues: try Self.inputs(of: target))
        for seed in target.seeds { #expect(inputs[seed.name] == seed.bytes, "\(target.rawValue)/\(seed.name)") }
        #expect(FileManager.default.fileExists(atPath: home.appending(path: "README.md").path()))
    }
}
