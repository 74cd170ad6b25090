import Foundation
import VenueSettings

/// What was configured: the file's keys, and those that the application set over them.
struct ConfigurationBook: Sendable {
    /// What it means.
    private(set) var configuration = VenueConfiguration()

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
        var book = self
        do throws(ConfigurationError) {
            book.configuration = try configuration.merging(bytes)
        } catch {
            throw .configuration(error)
        }
        return book
    }

    /// The same with the keys of a dictionary.
    func setting(_ dictionary: [String: Any]) throws(Refusal) -> ConfigurationBook {
        guard JSONSerialization.isValidJSONObject(dictionary),
            let bytes = try? JSONSerialization.data(withJSONObject: dictionary)
        else { throw .notJSON }
        return try setting([UInt8](bytes))
    }
}
