/// One fault: what was promised of the server while it happened, and what came of it.
struct FaultCheck {
    let name: String
    private(set) var problems: [String] = []
    private var figures: [String] = []

    init(_ name: String) { self.name = name }

    var isGood: Bool { problems.isEmpty }

    /// Notes a broken promise in words.
    mutating func fail(_ problem: String) { problems.append(problem) }

    /// Notes `problem` unless the promise holds.
    mutating func expect(_ holds: Bool, _ problem: @autoclosure () -> String) {
        if !holds { fail(problem()) }
    }

    /// Notes a figure.
    mutating func tell(_ figure: String) { figures.append(figure) }

    /// One line: what went wrong, or that nothing did, and the figures.
    var line: String {
        let space = String(repeating: " ", count: max(1, 14 - name.count))
        return name + space + (isGood ? "ok" : "FAILED: " + problems.joined(separator: "; "))
            + "  (" + figures.joined(separator: ", ") + ")"
    }
}
