import Bytes
import FuzzTargets
import Glibc

/// The target that `SVM_FUZZ_TARGET` names; every run of the fuzzer looks for inputs of one.
private let target = getenv("SVM_FUZZ_TARGET").flatMap { FuzzTarget(rawValue: String(cString: $0)) }

/// What libFuzzer calls with every input.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target else {
        print("svmfuzz: SVM_FUZZ_TARGET must be one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))")
        exit(2)
    }
    let input = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    let complaints = target.exercise(input.lent)
    guard complaints.isEmpty else {
        // Said before the end: an optimized build drops the words of a precondition.
        let words = Array(complaints.joined(separator: "\n").utf8) + [10]
        _ = write(STDERR_FILENO, words, words.count)
        abort()
    }
    return 0
}
