import HTTPServing
import Reports
import Session
public import VenueSettings

extension ReplayService {
    /// Takes a configuration that was read again, in the way that one sent over HTTP is taken; what a person should know of it.
    public func follow(_ configuration: VenueConfiguration) throws -> [String] {
        let outcome = try configurations.take(configuration)
        var sentences: [String] = []
        if !outcome.fixed.isEmpty {
            sentences.append(
                "settings that need a new start stay as they were: \(outcome.fixed.joined(separator: ", "))")
        }
        return sentences
    }

    func configuration(_ request: Request) -> Answer {
        .work { [configurations] in
            let shown = configurations.shown
            return Response(
                status: 200,
                headers: [
                    Header("Content-Type", "application/json"), Header("Cache-Control", "no-cache"),
                    Header("ETag", shown.tag),
                ], body: .bytes(shown.json))
        }
    }

    /// Takes a whole configuration; what it does not name gets its default.
    func setConfiguration(_ request: Request) -> Answer {
        .work { [configurations, options] in
            do {
                let outcome = try configurations.take(request.body) { request.allowsChange(of: $0) }
                if !outcome.changed.isEmpty {
                    options.log.say("settings were changed: \(Self.shortened(outcome.changed))")
                }
                return .json(200, OrderedJSON(outcome: outcome).text, headers: [Header("ETag", outcome.tag)])
            } catch let error as ConfigurationError {
                return .error(Self.status(of: error), "\(error)")
            } catch let error as SessionFailure {
                return .error(422, "\(error)")
            } catch is StaleConfiguration {
                return .error(412, "the configuration has changed since: fetch it again, and send what it is to be")
            } catch {
                return .error(500, "\(error)")
            }
        }
    }

    /// So many keys are logged.
    private static let loggedKeys = 20

    /// The first keys, and how many more there are.
    static func shortened(_ keys: [String]) -> String {
        let more = keys.count - loggedKeys
        return keys.prefix(loggedKeys).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private static func status(of error: ConfigurationError) -> Int {
        switch error {
        case .tooLarge: 413
        case .notJSON: 400
        case .wrongType, .outOfRange, .missing: 422
        }
    }

    func logLevel(_ request: Request) -> Answer {
        .now(.json(200, OrderedJSON(level: options.log.level).text))
    }

    func setLogLevel(_ request: Request) -> Answer {
        do throws(SentProblem) {
            let wanted = "one of \(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))"
            guard let text = try SentObject(request).text("level") else {
                throw .missing(key: "level", wanted: wanted)
            }
            guard let level = LogLevel(rawValue: text) else { throw .wrong(key: "level", wanted: wanted) }
            options.log.level = level
            return .now(.json(200, OrderedJSON(level: level).text))
        } catch {
            return .now(error.response)
        }
    }
}

extension OrderedJSON {
    fileprivate init(level: LogLevel) { self = ["level": .string(level.rawValue)] }

    fileprivate init(outcome: ServedConfiguration.Outcome) {
        func list(_ texts: [String]) -> OrderedJSON { .array(texts.map(OrderedJSON.string)) }
        self = [
            "status": .string("ok"), "changed": list(outcome.changed), "needRestart": list(outcome.fixed),
            "overridden": list(outcome.overridden), "warnings": list(outcome.warnings),
        ]
    }
}
