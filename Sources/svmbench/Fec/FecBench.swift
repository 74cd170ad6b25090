/// The Reed-Solomon code beside ISA-L's bare kernel and beside a loop over single bytes, in the same run.
struct FecBench {
    static let name = "fec"
    /// Turns of which the fastest counts; the kinds of work take turns, so that a busy machine slows all alike.
    private static let turns = 100

    /// Measures; nil with a sentence on standard error when a window could not be coded.
    func run() -> BenchResult? {
        var result = BenchResult(name: Self.name)
        for shape in FecShape.all {
            guard measure(shape, into: &result) else {
                Bench.say("a window of \(shape.sources) + \(shape.repairs) packets could not be coded")
                return nil
            }
        }
        return result
    }

    private func measure(_ shape: FecShape, into result: inout BenchResult) -> Bool {
        guard let work = CodeAtWork(shape) else { return false }
        let encoding = bare(shape, (0..<shape.sources).map { UInt8($0) }, work)
        let rebuilding = bare(shape, shape.present, work)
        var fastest = [Double](repeating: .infinity, count: 7)
        for _ in 0..<Self.turns {
            fastest[0] = min(fastest[0], time { encoding.run($0) })
            fastest[1] = min(fastest[1], time { work.encode($0) })
            fastest[2] = min(fastest[2], time { work.encodePackets($0) })
            fastest[3] = min(fastest[3], time { rebuilding.run($0) })
            fastest[4] = min(fastest[4], time { work.rebuild($0) })
            fastest[5] = min(fastest[5], time { work.rebuildPackets($0) })
            fastest[6] = min(fastest[6], time { encoding.runBytewise($0) })
        }
        let name = shape.name
        result.add("\(name)Bare", Double(shape.bytes) / fastest[0] / 1e6, "MB/s of packets")
        result.add("\(name)EncodeToBare", fastest[0] / fastest[1], "")
        result.add("\(name)EncodePacketsToBare", fastest[0] / fastest[2], "")
        result.add("\(name)RebuildToBare", fastest[3] / fastest[4], "")
        result.add("\(name)RebuildPacketsToBare", fastest[3] / fastest[5], "")
        result.add("\(name)EncodeToByteTable", fastest[6] / fastest[1], "")
        result.add("\(name)RebuildToByteTable", fastest[6] / fastest[4], "")
        return work.isGood
    }

    /// ISA-L alone on the symbols `numbers` of the same windows.
    private func bare(_ shape: FecShape, _ numbers: [UInt8], _ work: CodeAtWork) -> BareCode {
        BareCode(
            numbers: numbers, outputs: shape.repairs, length: FecShape.symbolLength, windows: work.symbols,
            results: work.results)
    }

    /// Seconds of processor time that one window takes, when the memory of all windows was touched just before.
    private func time(_ body: (Int) -> Void) -> Double {
        for window in 0..<FecShape.windows { body(window) }
        let start = Measure.threadSeconds
        for window in 0..<FecShape.windows { body(window) }
        return (Measure.threadSeconds - start) / Double(FecShape.windows)
    }
}
