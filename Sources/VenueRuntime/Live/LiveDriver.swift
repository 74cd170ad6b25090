/// What a live venue's thread runs: it brings datagrams to the venue, turn by turn, until they end or it is to stop.
protocol LiveDriver: Sendable {
    /// Runs to the end, on the thread of its own; returns why it ended early, nil when it did not.
    func run(_ venue: LiveVenue) -> String?
    /// Ends a wait.
    func wake()
}
