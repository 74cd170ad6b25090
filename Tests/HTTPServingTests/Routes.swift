import HTTPServing

/// A handler made of a closure.
struct Routes: RequestHandler {
    let route: @Sendable (Request) -> Answer

    init(_ route: @escaping @Sendable (Request) -> Answer) { self.route = route }

    func answer(_ request: Request) -> Answer { route(request) }
}

extension ServerOptions {
    /// The loopback at a port that the system chooses, with some options changed.
    static func local(_ change: (inout ServerOptions) -> Void = { _ in }) -> ServerOptions {
        var options = ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0))
        change(&options)
        return options
    }
}

extension HTTPServer {
    /// A server for one test.
    static func testing(
        _ options: ServerOptions = .local(), _ route: @escaping @Sendable (Request) -> Answer
    ) throws -> HTTPServer {
        try HTTPServer(options: options, handler: Routes(route))
    }
}
