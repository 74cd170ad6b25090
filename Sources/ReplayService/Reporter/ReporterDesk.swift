import HTTPServing
import PacketIO
import Storage

/// The Reporter end: takes uploads in, and tells them to the store.
final class ReporterDesk: Sendable {
    let store: ReporterStore
    let gate: UploadGate
    private let counts = Guarded<[UploadOutcome: UInt64]>([:])

    /// Keeps uploads in `store`.
    init(_ store: ReporterStore, gate: UploadGate = UploadGate()) {
        self.store = store
        self.gate = gate
    }

    /// How many uploads had an outcome.
    func count(of outcome: UploadOutcome) -> UInt64 { counts.withLock { $0[outcome] ?? 0 } }

    /// An upload: what is too much is refused at once, the rest once a worker has read it and the store has it.
    func take(_ request: Request) -> Answer {
        if let seconds = gate.admit() { return .now(limited(seconds, "all devices together send")) }
        guard request.body.count <= ReporterUpload.sizeLimit else {
            return .now(refused(UploadFault.tooLong(bytes: request.body.count)))
        }
        let coding = request.header("Content-Encoding") ?? "identity"
        guard coding.lowercased() == "identity" else {
            note(.malformed)
            return .now(.error(415, "an upload is taken as it is: send it without Content-Encoding"))
        }
        return .later { [self] reply in
            do throws(UploadFault) {
                let upload = try ReporterUpload(parsing: request.body)
                if let seconds = gate.admit(device: upload.deviceID) {
                    return reply.send(limited(seconds, "this device sends"))
                }
                store.add(upload) { [self] failure in reply.send(failure.map(response) ?? stored()) }
            } catch {
                reply.send(refused(error))
            }
        }
    }

    private func stored() -> Response {
        note(.stored)
        return Response(status: 204, headers: [Header("Cache-Control", "no-store")])
    }

    private func limited(_ seconds: Int, _ who: String) -> Response {
        note(.limited)
        return .error(
            429, "\(who) more uploads than are taken here: try again in \(seconds) s",
            headers: [Header("Retry-After", String(seconds))])
    }

    private func refused(_ fault: UploadFault) -> Response {
        note(.malformed)
        switch fault {
        case .tooLong: return .error(413, "\(fault)")
        case .notJSON: return .error(400, "\(fault)")
        case .shape: return .error(422, "\(fault)")
        }
    }

    private func response(_ failure: StorageFailure) -> Response {
        switch failure {
        case .busy, .stopped: note(.busy)
        case .diskFull: note(.full)
        case .database, .newerSchema, .foreign: note(.failed)
        }
        return Self.response(failure)
    }

    /// What a failure of the store is to those who ask.
    static func response(_ failure: StorageFailure) -> Response {
        switch failure {
        case .busy, .stopped: .error(503, "\(failure)", headers: [Header("Retry-After", "1")])
        case .diskFull: .error(507, "\(failure)")
        case .database, .newerSchema, .foreign: .error(500, "\(failure)")
        }
    }

    private func note(_ outcome: UploadOutcome) { counts.withLock { $0[outcome, default: 0] += 1 } }
}
