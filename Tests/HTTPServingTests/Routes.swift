import HTTPServing

/// A handler made of a closure.
struct Routes: RequestHandler {
    let route: @Sendable (Request) -> Answer

    init(_ route: @escaping @Sendable (Request) -> Answer) { self.route = route }

    func answer(_ request: Request) -> Answer { route(request) }
}

extension HTTPServer {
    /// A server on the loopback at a port that the system chooses.
    static func testing(
        _ change: (inout ServerOptions) -> Void = { _ in }, _ route: @escaping @Sendable (Request) -> Answer
    ) throws -> HTTPServer {
        var options = ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0))
        change(&options)
        return try HTTPServer(options: options, handler: Routes(route))
    }
}
