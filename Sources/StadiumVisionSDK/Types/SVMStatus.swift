/// What became of a call (Table 2-2).
public struct SVMStatus: Sendable, Hashable {
    /// Whether the call was successful.
    public let isOk: Bool
    /// What went wrong, as one sentence; nil when nothing did.
    public let errorString: String?

    /// The call was successful.
    static let ok = SVMStatus(isOk: true, errorString: nil)

    /// The call failed.
    static func failed(_ error: some Error) -> SVMStatus { SVMStatus(isOk: false, errorString: "\(error)") }

    private init(isOk: Bool, errorString: String?) {
        self.isOk = isOk
        self.errorString = errorString
    }

    /// Does what `body` does and keeps its error's sentence.
    init(_ body: () throws -> Void) {
        do {
            try body()
            self = .ok
        } catch {
            self = .failed(error)
        }
    }
}
