import HTTPServing
import Reports
import Storage
import VenueSettings

/// The Reporter end: uploads come in, and what devices and access points were like goes out.
extension ReplayService {
    /// Entries of a page unless somebody asks for more or fewer.
    private static let usualPage = 100

    /// An upload of a device's statistics.
    func takeUpload(_ request: Request) -> Answer { reporter?.take(request) ?? .now(Self.noReporter) }

    /// Every device that uploads.
    func reporterDevices(_ request: Request) -> Answer {
        paged(request) { store, limit, before throws(StorageFailure) in
            .json(200, OrderedJSON(devices: try store.devices(limit: limit, before: before)).text)
        }
    }

    /// What one device uploaded.
    func reporterDevice(_ request: Request) -> Answer {
        guard let id = ReporterUpload.canonical(deviceID: request.path[4]) else { return .now(Self.noUUID) }
        return paged(request) { store, limit, before throws(StorageFailure) in
            let history = try store.history(ofDevice: id, limit: limit, before: before)
            return history.map { .json(200, OrderedJSON(history: $0).text) } ?? Self.unknown(device: id)
        }
    }

    /// Forgets a device.
    func removeReporterDevice(_ request: Request) -> Answer {
        guard let reporter else { return .now(Self.noReporter) }
        guard let id = ReporterUpload.canonical(deviceID: request.path[4]) else { return .now(Self.noUUID) }
        return .later { reply in
            reporter.store.remove(device: id) { result in
                switch result {
                case .success(true): reply.send(Response(status: 204))
                case .success(false): reply.send(Self.unknown(device: id))
                case .failure(let failure): reply.send(ReporterDesk.response(failure))
                }
            }
        }
    }

    /// What came by way of one access point.
    func reporterAccessPoint(_ request: Request) -> Answer {
        guard let bssid = VenueConfiguration.canonical(bssid: request.path[4]) else {
            return .now(.error(400, "an access point is named by its address, such as 00:1b:2c:3d:4e:5f"))
        }
        return paged(request) { store, limit, before throws(StorageFailure) in
            let history = try store.history(ofAccessPoint: bssid, limit: limit, before: before)
            return history.map { .json(200, OrderedJSON(history: $0).text) }
                ?? .error(404, "no device was heard by way of \(bssid); /api/v1/reporter/devices lists those there are")
        }
    }

    private static let noReporter = Response.error(404, "this server keeps no statistics of devices")
    private static let noUUID = Response.error(
        400, "a device is named by its UUID, such as 123e4567-e89b-12d3-a456-426614174000")

    private static func unknown(device id: String) -> Response {
        .error(404, "no device \(id) is known; /api/v1/reporter/devices lists those there are")
    }

    /// Answers a page of something: `limit` entries, those before `before`.
    private func paged(
        _ request: Request,
        _ page: @escaping @Sendable (ReporterStore, Int, Int?) throws(StorageFailure) -> Response
    ) -> Answer {
        guard let reporter else { return .now(Self.noReporter) }
        var limit = Self.usualPage
        if let text = request.value(of: "limit") {
            guard let number = Int(text), ReporterLimits.pageRange.contains(number) else {
                let range = ReporterLimits.pageRange
                return .now(.error(400, "limit= is a whole number from \(range.lowerBound) to \(range.upperBound)"))
            }
            limit = number
        }
        var before: Int?
        if let text = request.value(of: "before") {
            guard let number = Int(text), number >= 0 else {
                return .now(.error(400, "before= is the \"next\" of another page"))
            }
            before = number
        }
        return .work { [limit, before] in
            do throws(StorageFailure) { return try page(reporter.store, limit, before) } catch {
                return ReporterDesk.response(error)
            }
        }
    }
}
