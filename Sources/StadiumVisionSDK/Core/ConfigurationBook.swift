import Foundation
import VenueSettings

/// What was configured: the file's keys, and those that the application set over them.
struct ConfigurationBook: Sendable {
    /// Everything that was set, as nested JSON; keys that are unknown stay.
    private(set) var members: [String: JSONValue] = [:]
    /// What it means.
    private(set) var configuration = VenueConfiguration()

    /// The three names of the field of use, which may also stand at the top (SDK semantics X16).
    private static let triplet = ["venueName", "contentOwner", "appDeveloper"]

    /// Why a configuration is refused.
    enum Refusal: Error, CustomStringConvertible {
        /// A dictionary that JSON cannot say.
        case notJSON
        /// It does not fit what is known.
        case configuration(ConfigurationError)

        var description: String {
            switch self {
            case .notJSON:
                "the configuration holds a value that JSON cannot say: use texts, numbers, truth values, lists and objects"
            case .configuration(let error): "the configuration: \(error)"
            }
        }
    }

    /// The same with the keys of a JSON text; those that are absent keep what they were, `null` takes the default again.
    func setting(_ bytes: [UInt8]) throws(Refusal) -> ConfigurationBook {
        guard bytes.count <= VenueConfiguration.sizeLimit else {
            throw .configuration(.tooLarge(bytes: bytes.count, limit: VenueConfiguration.sizeLimit))
        }
        do throws(ConfigurationError) {
            // What is wrong with the text itself is said with its line and column.
            guard case .object(let given)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
                return try replaced(by: bytes)
            }
            return try merged(with: given)
        } catch {
            throw .configuration(error)
        }
    }

    /// The same with the keys of a dictionary.
    func setting(_ dictionary: [String: Any]) throws(Refusal) -> ConfigurationBook {
        guard JSONSerialization.isValidJSONObject(dictionary),
            let bytes = try? JSONSerialization.data(withJSONObject: dictionary)
        else { throw .notJSON }
        return try setting([UInt8](bytes))
    }

    private func replaced(by bytes: [UInt8]) throws(ConfigurationError) -> ConfigurationBook {
        var book = self
        book.configuration = try VenueConfiguration(parsing: bytes)
        return book
    }

    private func merged(with given: [String: JSONValue]) throws(ConfigurationError) -> ConfigurationBook {
        var book = self
        book.members = JSONValue.merge(Self.nested(given), over: members)
        let encoder = JSONEncoder()
        let bytes = (try? encoder.encode(book.members)) ?? Data()
        book.configuration = try VenueConfiguration(parsing: [UInt8](bytes))
        return book
    }

    private static func nested(_ given: [String: JSONValue]) -> [String: JSONValue] {
        var given = given
        var license: [String: JSONValue] = [:]
        for key in triplet { license[key] = given.removeValue(forKey: key) }
        guard !license.isEmpty else { return given }
        guard let inner = given["license"] else {
            given["license"] = .object(license)
            return given
        }
        if case .object(let names) = inner { given["license"] = .object(license.merging(names) { $1 }) }
        return given
    }
}

extension JSONValue {
    /// The members of `old` with those of `given` over them, object by object; a null takes the default again.
    static func merge(_ given: [String: JSONValue], over old: [String: JSONValue]) -> [String: JSONValue] {
        old.merging(given) { old, new in
            if new == .null { return old }
            guard case .object(let old) = old, case .object(let new) = new else { return new }
            return .object(merge(new, over: old))
        }
    }
}
