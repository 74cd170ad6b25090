import Foundation
import Reports
import TestSupport
import Testing
import VenueRuntime

@Suite("Extraction", .enabled(if: Corpus.isPresent))
struct ExtractionTests {
    private func extract(_ name: String, _ form: Extraction.Form) throws -> [String: [UInt8]] {
        try Analysing.inFolder { folder in
            let extraction = Extraction(directory: folder + "/out", form: form)
            _ = try Analysing.file(Corpus.path(name), extraction: extraction)
            var files: [String: [UInt8]] = [:]
            for file in try FileManager.default.contentsOfDirectory(atPath: folder + "/out") {
                files[file] = [UInt8](try Data(contentsOf: URL(filePath: folder + "/out/" + file)))
            }
            return files
        }
    }

    @Test("the repaired stream of the lossy site is the stream of the other site, byte for byte")
    func repairs() throws {
        let whole = try extract("corpus/peer/siteA.pcap", .received)
        let repaired = try extract("corpus/mut/siteB_gilbert_loss.pcap", .repaired)
        let name = "239.10.1.1_5004.ts"
        let truth = try #require(whole[name])
        #expect(truth.count == 4389 * 188)
        #expect(repaired[name] == truth)
    }

    /// 618 of 627 datagrams arrived, seven packets in each.
    @Test("the received stream holds what arrived, and nothing else")
    func keepsLosses() throws {
        let received = try extract("corpus/mut/siteB_gilbert_loss.pcap", .received)
        #expect(received["239.10.1.1_5004.ts"]?.count == 618 * 7 * 188)
        #expect(Set(received.keys) == ["239.10.1.1_5004.ts", "239.10.1.2_5000.ts"])
    }

    @Test("packets of 204 bytes are written as packets of 188")
    func shortens() throws {
        let long = try extract("corpus/mut/ts204.pcap", .repaired)
        let short = try extract("corpus/peer/siteA.pcap", .repaired)
        #expect(long["239.10.1.1_5004.ts"] == short["239.10.1.1_5004.ts"])
        #expect(long["239.10.1.2_5000.ts"] == short["239.10.1.2_5000.ts"])
    }

    @Test("never writes over the capture that it reads, and leaves nothing behind")
    func sparesTheCapture() throws {
        try Analysing.inFolder { folder in
            let capture = folder + "/239.10.1.1_5004.ts"
            let bytes = try Corpus.bytes("corpus/peer/siteA.pcap")
            try Data(bytes).write(to: URL(filePath: capture))
            #expect(throws: AnalysisFailure.self) {
                try Analysing.file(capture, extraction: Extraction(directory: folder))
            }
            #expect([UInt8](try Data(contentsOf: URL(filePath: capture))) == bytes)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.allSatisfy { $0.hasSuffix(".ts") })
        }
    }
}
