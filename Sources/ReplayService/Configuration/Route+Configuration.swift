import HTTPServing

extension Route {
    /// What can be set.
    static let configuration = [
        Route(
            "/api/v1/config", "Everything that is configured, with its secrets masked",
            changes: [
                Change(
                    .put,
                    "Sets everything: keys that are absent get their defaults; lasts until the settings are read again. "
                        + "If-Match keeps others' changes",
                    body: Change.Body([], meaning: "A configuration as the file that --config names holds it"),
                    answers: [
                        .init(200, "What changed, what needs a new start, and what the command line overrides")
                    ]
                ) { $0.setConfiguration($1) }
            ]
        ) { $0.configuration($1) },
        Route(
            "/api/v1/log-level", "How much is logged",
            changes: [
                Change(
                    .put, "Sets how much is logged",
                    body: Change.Body([.init("level", .string, "INFO or DEBUG")])
                ) { $0.setLogLevel($1) }
            ]
        ) { $0.logLevel($1) },
    ]
}
