/// Where a datagram stands among those of other sockets: by stamp, then by socket.
struct ArrivalPlace: Comparable, Sendable {
    /// Stream time of its arrival; of one socket it never falls.
    var time: Int64
    /// The number of its socket.
    var socket: UInt32
    /// Where it lies among those that wait: a socket's datagrams lie in the order of reading.
    var index: UInt32

    static func < (left: Self, right: Self) -> Bool {
        if left.time != right.time { return left.time < right.time }
        return left.socket != right.socket ? left.socket < right.socket : left.index < right.index
    }
}

/// Up to where the order of arrival is certain.
struct MergeLimit: Comparable, Sendable {
    /// Stream time.
    var time: Int64
    /// Of datagrams at that very time, those of sockets up to this one.
    var socket: UInt32

    /// No limit.
    static let none = Self(time: .max, socket: .max)

    static func < (left: Self, right: Self) -> Bool {
        left.time != right.time ? left.time < right.time : left.socket < right.socket
    }

    /// Whether what stands at `place` may be given out.
    func allows(_ place: ArrivalPlace) -> Bool {
        place.time != time ? place.time < time : place.socket <= socket
    }
}
