import HTTPServing

extension Route {
    /// Stills, storyboards, and every channel at one instant.
    static let pictures = [
        Route(
            "/api/v1/channels/{ch}/thumb.jpg",
            "The picture presented at an instant (at=: UTC, or -20 for 20 s before the live edge), exactly",
            type: "image/jpeg", arguments: ["at", "width", "wait"]
        ) { $0.still($1) },
        Route(
            "/api/v1/channels/{ch}/storyboard.vtt",
            "Small pictures over a window, on the clip's time line: WebVTT whose cues name places on sheets",
            type: "text/vtt",
            arguments: [
                "last", "start", "duration", "end", "from", "to", "timerange", "clamp", "wait", "width", "interval",
            ]
        ) { $0.storyboard($1) },
        Route(
            "/api/v1/channels/{ch}/storyboard/{sheet}", "A sheet of small pictures (NUMBER.jpg), as the track names it",
            type: "image/jpeg", arguments: ["start", "duration", "interval", "width", "height"]
        ) { $0.storyboardSheet($1) },
        Route(
            "/at/{utc}",
            "Every channel at one instant (UTC, or -20): picture, protection window, link indicator, last message; a page "
                + "for those who accept HTML"
        ) { $0.instant($1) },
    ]
}
