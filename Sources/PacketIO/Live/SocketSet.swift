import CSockets
import Glibc

/// A set of sockets that is asked which of them have something.
struct SocketSet: ~Copyable {
    private let descriptor: Int32
    private var numbers: [UInt32] = []

    init() throws(ReceiverFailure) {
        let made = csockets_set_make()
        guard made >= 0 else { throw ReceiverFailure(opening: made) }
        descriptor = made
    }

    deinit { close(descriptor) }

    /// Adds a socket; it leaves the set when it is closed.
    func add(_ socket: LiveSocket) throws(ReceiverFailure) {
        let error = csockets_set_add(descriptor, socket.descriptor, socket.number)
        guard error == 0 else { throw .cannotOpen(reason: systemReason(error)) }
    }

    /// Looks which of `count` sockets have something; how many have.
    mutating func look(among count: Int) throws(ReceiverFailure) -> Int {
        if numbers.count < count { numbers = [UInt32](repeating: 0, count: count) }
        let found = csockets_set_ready(descriptor, &numbers, UInt32(count))
        guard found >= 0 else { throw .cannotWait(reason: systemReason(found)) }
        return Int(found)
    }

    /// The number of the socket that was found as `index`.
    subscript(index: Int) -> Int { Int(numbers[index]) }
}
