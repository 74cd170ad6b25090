import Quality
import Session

extension StadiumVisionMobile {
    /// Whether the service is there now (The guide, "Getting the Current Service Up or Down State On Demand").
    public func getServiceState() -> SVMServiceState { SVMServiceState(serviceState) }

    /// Why the service is not there now; empty when it is (The guide gives the reasons with the notification only).
    public func getServiceDownReasons() -> SVMServiceDownReason {
        SVMServiceDownReason(rawValue: serviceState.reasons.rawValue)
    }

    /// Whether the device is connected to the licensed venue (The guide, "Get the Current In-Venue State On-Demand").
    public func isConnectedToVenue() -> Bool { (try? runningSession())?.isConnectedToVenue ?? false }

    private var serviceState: ServiceState {
        (try? runningSession())?.serviceState ?? ServiceState(reasons: .sdkNotRunning)
    }
}

extension SVMServiceState {
    init(_ state: ServiceState) { self = state.isUp ? .up : .down }
}
