import CMicroHTTPD

/// From a complete request to a response, with any number of sleeps between.
extension Exchange {
    /// The library comes to the complete request, for the first time or after a sleep; false closes the connection.
    func answer() -> Bool {
        let reason = wakeUp()
        if let reason {
            if case .waker(let waker) = wait, reason != .woken { waker.forget(self) }
            return goOn(reason)
        }
        record.setDeadline(.never)
        if let refusal { return send(refusal) }
        guard let method = Method(rawValue: method) else {
            return send(.error(501, "this method is not known here: use GET, HEAD or OPTIONS"))
        }
        do {
            let isHead = method == .head
            let request = try Request(
                method: isHead ? .get : method, isHead: isHead, target: target, fields: fields, body: body,
                remote: record.remote)
            body = []
            return method == .options ? sendOptions(core.handler.methods(at: request)) : ask(request)
        } catch {
            // `OPTIONS *` asks about the server as a whole (RFC 9110, section 9.3.7).
            if method == .options { return sendOptions([.get]) }
            return send(.error(400, "\(error)"))
        }
    }

    private func sendOptions(_ methods: [Method]) -> Bool {
        send(Response(status: 204, headers: StandardFields.ofOptions(methods)))
    }

    private func goOn(_ reason: Resumption) -> Bool {
        let slept = wait
        wait = .nothing
        switch (reason, slept) {
        case (.readerGone, _): return false
        case (.stopping, _): return send(Self.stopping)
        case (_, .work): return send(takeWork() ?? .error(500, "the server lost the answer to this request"))
        default:
            guard var request else { return false }
            request.wake = reason == .timedOut ? .timedOut : .woken
            return ask(request)
        }
    }

    /// Asks the handler, until it says something or the connection sleeps.
    private func ask(_ request: Request) -> Bool {
        var request = request
        while true {
            switch core.handler.answer(request) {
            case .now(let response): return send(response)
            case .work(let make): return work { $0.send(make()) }
            case .later(let begin): return work(begin)
            case .park(let parking):
                if core.isStopping { return send(Self.stopping) }
                self.request = request
                wait = .waker(parking.ticket.waker)
                let deadline = Moment.now + parking.atMost
                if parking.ticket.waker.admit(self, since: parking.ticket.generation, until: deadline) { return true }
                wait = .nothing
                request.wake = .woken
            }
        }
    }

    private func work(_ begin: @escaping @Sendable (LateReply) -> Void) -> Bool {
        guard core.workers.reserve() else {
            if core.isStopping { return send(Self.stopping) }
            return send(
                .error(
                    429, "the server has more to do than it can take on: try again in a second",
                    headers: [Header("Retry-After", "1")]))
        }
        wait = .work
        let sleep = suspend(forWork: true)
        core.workers.add {
            begin(LateReply(isThere: { sleep.isGoingOn }) { sleep.exchange.finishWork($0, sleep) })
        }
        return true
    }
}
