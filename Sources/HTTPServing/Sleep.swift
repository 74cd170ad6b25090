/// One suspension of one exchange: ending it late does nothing to the next one.
struct Sleep: Sendable {
    let exchange: Exchange
    let turn: UInt64

    /// Resumes the connection if it is this sleep that it sleeps; whether it was.
    @discardableResult
    func end(_ reason: Resumption) -> Bool { exchange.resume(reason, turn: turn) }

    /// Whether the connection still sleeps it: nobody woke it, and its reader has not left as far as is known.
    var isGoingOn: Bool { exchange.sleeps(turn) }
}
