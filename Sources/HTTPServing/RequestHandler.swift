/// What answers requests: the routes.
public protocol RequestHandler: Sendable {
    /// What to do about `request`.
    ///
    /// It is called on a server thread that many connections share: it must neither block nor compute. A request that was
    /// parked comes again, with ``Request/wake`` telling why.
    func answer(_ request: Request) -> Answer

    /// What may be done at the address of `request`, for those who ask with OPTIONS; HEAD goes with GET.
    func methods(at request: Request) -> [Method]
}

extension RequestHandler {
    /// There is something to get, and nothing else.
    public func methods(at request: Request) -> [Method] { [.get] }
}
