/// The figures of one benchmark.
struct BenchResult {
    var name: String
    private(set) var figures: [(name: String, value: Double, unit: String)] = []

    init(name: String) { self.name = name }

    mutating func add(_ name: String, _ value: Double, _ unit: String) { figures.append((name, value, unit)) }

    /// One figure a line, aligned.
    var text: String {
        let width = figures.map(\.name.count).max() ?? 0
        let lines = figures.map { figure in
            let space = String(repeating: " ", count: width - figure.name.count + 2)
            return "  " + figure.name + space + Self.short(figure.value)
                + (figure.unit.isEmpty ? "" : " " + figure.unit)
        }
        return ([name] + lines).joined(separator: "\n") + "\n"
    }

    /// One object.
    var json: String {
        let members = figures.map { "\"\($0.name)\":\(Self.short($0.value))" }
        return "{\"name\":\"\(name)\"," + members.joined(separator: ",") + "}"
    }

    private static func short(_ value: Double) -> String {
        if value == value.rounded(), value.magnitude < 1e15 { return String(Int(value)) }
        let scaled = (value * 1000).rounded() / 1000
        return String(scaled)
    }
}
