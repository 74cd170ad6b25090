/// Why a suspended connection goes on.
enum Resumption: Sendable, Equatable {
    /// The waker was woken, the work is done, or the stream has bytes.
    case woken
    /// The deadline of its parking has come.
    case timedOut
    /// The reader is gone: nobody would read an answer.
    case readerGone
    /// The server stops.
    case stopping
}
