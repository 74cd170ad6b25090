extension Route {
    /// What the SDK answers on a device.
    static let session = [
        Route(
            "/api/v1/stats",
            "The 25 statistics of the player that was opened last, or of one channel since its first packet",
            arguments: ["channel"]
        ) { $0.statistics($1) },
        Route("/api/v1/service-state", "Whether the service is up, and the reasons against it") {
            $0.serviceState($1)
        },
        Route("/api/v1/venue", "Whether the licensed venue is heard") { $0.venueConnection($1) },
        Route("/api/v1/wifi", "What is known of the Wi-Fi connection") { $0.wireless($1) },
        Route(
            "/api/v1/events",
            "Server-sent events: lists, service state, venue, players, messages and files; Last-Event-ID resumes",
            type: "text/event-stream", arguments: ["types", "lastEventId"]
        ) { $0.events($1) },
    ]
}
