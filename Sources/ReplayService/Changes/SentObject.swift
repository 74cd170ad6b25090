import Foundation
import HTTPServing
import VenueSettings

/// The JSON object that somebody sent with a request.
struct SentObject {
    private let members: [String: JSONValue]

    /// Reads the body, of at most `limit` bytes; an empty one is an object without members.
    init(_ request: Request, limit: Int = 16_384) throws(SentProblem) {
        guard request.body.count <= limit else { throw .tooLong(limit: limit) }
        guard !request.body.isEmpty else {
            members = [:]
            return
        }
        guard JSONValue.isNested(request.body) else { throw .notJSON }
        let value: JSONValue
        do { value = try JSONDecoder().decode(JSONValue.self, from: Data(request.body)) } catch { throw .notJSON }
        guard case .object(let members) = value else { throw .notJSON }
        self.members = members
    }

    /// A text that is not empty; nil when it is absent.
    func text(_ key: String) throws(SentProblem) -> String? {
        switch members[key] {
        case nil, .null: return nil
        case .string(let text) where !text.isEmpty: return text
        default: throw .wrong(key: key, wanted: "a text that is not empty")
        }
    }

    /// A whole number of at least `least`.
    func integer(_ key: String, from least: Int = .min) throws(SentProblem) -> Int {
        let wanted = least == .min ? "a whole number" : "a whole number from \(least)"
        var whole: Int?
        switch members[key] {
        case nil, .null: throw .missing(key: key, wanted: wanted)
        case .integer(let number): whole = number
        case .number(let number): whole = Int(exactly: number)
        default: break
        }
        guard let whole, whole >= least else { throw .wrong(key: key, wanted: wanted) }
        return whole
    }

    /// An argument as it would stand in a query: a text, a number, or 1 and 0 for `true` and `false`; nil when it is absent.
    func word(_ key: String) throws(SentProblem) -> String? {
        switch members[key] {
        case nil, .null: return nil
        case .string(let text): return text
        case .integer(let number): return String(number)
        case .number(let number): return String(number)
        case .bool(let truth): return truth ? "1" : "0"
        default: throw .wrong(key: key, wanted: "a text or a number")
        }
    }

    /// `true` or `false`; nil when it is absent.
    func truth(_ key: String) throws(SentProblem) -> Bool? {
        switch members[key] {
        case nil, .null: return nil
        case .bool(let truth): return truth
        default: throw .wrong(key: key, wanted: "true or false")
        }
    }
}

/// Why something that was sent cannot be used.
enum SentProblem: Error, Hashable {
    /// More bytes than are read here.
    case tooLong(limit: Int)
    /// The body is no JSON object.
    case notJSON
    /// A member is absent.
    case missing(key: String, wanted: String)
    /// A member is not what it must be.
    case wrong(key: String, wanted: String)

    /// What is answered: 400 for what cannot be read, 422 for what cannot be meant.
    var response: Response {
        switch self {
        case .tooLong(let limit): .error(413, "the body is too long: at most \(limit) bytes are taken here")
        case .notJSON: .error(400, "the body is no JSON object: send one such as {\"key\":\"value\"}")
        case .missing(let key, let wanted): .error(422, "\(key) is missing; it wants \(wanted)")
        case .wrong(let key, let wanted): .error(422, "\(key) is not what it must be; it wants \(wanted)")
        }
    }
}
