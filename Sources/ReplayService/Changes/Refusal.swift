import HTTPServing
import Playback

/// An error that is answered with a response of its own.
protocol RefusingError: Error {
    /// What is answered.
    var response: Response { get }
}

/// A response instead of what was asked for.
struct Refusal: RefusingError {
    /// What is answered.
    let response: Response

    /// Refuses with `response`.
    init(_ response: Response) { self.response = response }
}

extension SentProblem: RefusingError {}
extension ChannelProblem: RefusingError {}

extension PlayerFailure: RefusingError {
    /// 409: the player is not in the state for it.
    var response: Response { .error(409, description) }
}
