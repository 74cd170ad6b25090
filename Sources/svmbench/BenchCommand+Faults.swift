import VenueSettings

extension BenchCommand {
    /// Runs the faults, or their hidden half; their exit status, or nil when something else was asked for.
    static func faults(_ parsed: ParsedOptions) throws -> Int32? {
        guard let name = parsed.operands.first, [FaultsBench.name, FaultsBench.inside].contains(name) else {
            return nil
        }
        var faults = FaultsBench()
        faults.seconds = try parsed.integer(of: "seconds", in: FaultsBench.secondsRange) ?? faults.seconds
        return name == FaultsBench.name ? faults.enter() : faults.run()
    }
}
