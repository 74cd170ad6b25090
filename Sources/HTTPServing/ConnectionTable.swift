import Glibc
import Synchronization

/// All open connections.
final class ConnectionTable: Sendable {
    private let records = Mutex<[ObjectIdentifier: ConnectionRecord]>([:])

    var count: Int { records.withLock { $0.count } }

    func add(_ record: ConnectionRecord) { records.withLock { $0[ObjectIdentifier(record)] = record } }

    /// Forgets a connection; the library closes its descriptor after this returns.
    func remove(_ record: ConnectionRecord) {
        records.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(record)) }
    }

    /// Closes the connections whose deadline has passed: the library notices, and cleans up.
    func closeLate(at now: Moment) {
        // Under the lock, so that no descriptor is closed and given to something else meanwhile.
        records.withLock { records in
            for record in records.values where record.isLate(at: now) { shutdown(record.descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Closes every connection in one direction or both, as `shutdown` does.
    func close(_ way: Int32) {
        records.withLock { records in
            for record in records.values { shutdown(record.descriptor, way) }
        }
    }
}
