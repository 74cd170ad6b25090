/// The window rules of SMPTE 2022-1 written down as plainly as can be: sets of numbers, no bounds, no cleverness.
struct ParityModel {
    struct Window: Equatable {
        var first: Int
        var d: Int
        var recovered: Int
        var outcome: String
    }

    let columns: Int
    let rows: Int
    let origin: Int
    private var repairs: [[Int]] = []
    private var open: Set<Int> = []
    private var opened = Set<Int>()
    private(set) var windows: [Window] = []
    private(set) var received: Set<Int> = []
    private(set) var inTime: Set<Int> = []
    private(set) var rebuilt: Set<Int> = []
    private(set) var late = 0
    private(set) var duplicates = 0
    private(set) var maximum = Int.min

    init(columns: Int, rows: Int, origin: Int) {
        self.columns = columns
        self.rows = rows
        self.origin = origin
    }

    private var size: Int { columns * rows }
    private func window(_ number: Int) -> Int { (number - origin) / size }
    private func numbers(_ window: Int) -> Range<Int> {
        (origin + window * size)..<(origin + (window + 1) * size)
    }

    mutating func repair(_ members: [Int]) { repairs.append(members) }

    mutating func source(_ number: Int) {
        guard received.insert(number).inserted else {
            duplicates += 1
            return
        }
        let place = window(number)
        let highest = maximum
        maximum = max(maximum, number)
        for next in ((opened.max() ?? -1) + 1)..<max(place + 1, (opened.max() ?? -1) + 1) {
            opened.insert(next)
            open.insert(next)
        }
        for old in open.sorted() where old <= place - 2 { close(old) }
        if number < highest, !open.contains(place) {
            late += 1
            return
        }
        inTime.insert(number)
        if open.contains(place), numbers(place).allSatisfy(inTime.contains) { close(place) }
    }

    mutating func silence() {
        for old in open.sorted() { close(old) }
    }

    mutating func finish() {
        for old in open.sorted() { close(old, isLast: old == opened.max()) }
    }

    private mutating func close(_ place: Int, isLast: Bool = false) {
        open.remove(place)
        let missing = numbers(place).filter { !inTime.contains($0) }
        var known = inTime
        var isChanging = !missing.isEmpty
        while isChanging {
            isChanging = false
            for members in repairs where members.contains(where: { numbers(place).contains($0) }) {
                let unknown = members.filter { !known.contains($0) }
                guard unknown.count == 1 else { continue }
                known.insert(unknown[0])
                isChanging = true
            }
        }
        let solved = missing.filter(known.contains)
        rebuilt.formUnion(solved)
        let outcome =
            isLast
            ? "open" : missing.isEmpty ? "noLoss" : solved.count == missing.count ? "recovered" : "recoveryFailed"
        windows.append(
            Window(first: numbers(place).lowerBound, d: missing.count, recovered: solved.count, outcome: outcome))
    }

    var lost: Int { maximum - origin + 1 - received.count }
    var recovered: Int { rebuilt.filter { $0 <= maximum && !inTime.contains($0) }.count }
    var unrecovered: Int {
        (origin...maximum).filter { !inTime.contains($0) && !rebuilt.contains($0) }.count
    }
}
