/// Why a configuration cannot be used.
public enum ConfigurationError: Error, Equatable {
    /// The file has more bytes than any configuration needs.
    case tooLarge(bytes: Int, limit: Int)
    /// The file is not JSON, or not an object.
    case notJSON(reason: String)
    /// The value at a key path is of another type than wanted.
    case wrongType(path: String, got: String, wanted: String)
    /// The value at a key path has the right type and cannot be meant.
    case outOfRange(path: String, got: String, wanted: String)
    /// A key that its neighbours need is absent.
    case missing(path: String, wanted: String)
}

extension ConfigurationError: CustomStringConvertible {
    /// One line that names the key, what it got and what it wants.
    public var description: String {
        switch self {
        case .tooLarge(let bytes, let limit): "\(bytes) bytes are too many for a configuration (at most \(limit))"
        case .notJSON(let reason): "not a JSON object: \(reason)"
        case .wrongType(let path, let got, let wanted), .outOfRange(let path, let got, let wanted):
            "\(path) is \(got); it wants \(wanted)"
        case .missing(let path, let wanted): "\(path) is missing; it wants \(wanted)"
        }
    }
}
