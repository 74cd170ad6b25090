import HTTPServing
import Playback

extension Route {
    /// The SDK's video view controller.
    static let players =
        [
            Route(
                "/api/v1/players",
                changes: [
                    Change(
                        .post, "Makes a player, and plays a channel on it; a player that nobody uses expires",
                        body: Change.Body([.init("channel", .string, "The channel's id or name", isRequired: false)]),
                        answers: [.init(201, "The player's state; Location says where it is")]
                    ) { $0.makePlayer($1) }
                ]),
            Route(
                "/api/v1/players/{id}", "A player's state",
                changes: [
                    Change(
                        .delete, "Closes and removes a player", answers: [.init(204, "It is gone", type: nil)]
                    ) { $0.removePlayer($1) }
                ]
            ) { $0.player($1) },
            Route(
                "/api/v1/players/{id}/stream.ts",
                "The transport stream at the play-head, paced and across seeks, from a random access point on",
                type: "video/mp2t"
            ) { $0.playerStream($1) },
        ] + actions

    private static let actions = [
        action(
            "playVideoChannel", "Plays a channel from its live position; another one is stopped before",
            [.init("channel", .string, "The channel's id or name")]
        ) { service, player, sent in
            guard let text = try sent.text("channel") else {
                throw SentProblem.missing(key: "channel", wanted: "the id or the name of a channel")
            }
            player.player.play(try service.playedChannel(text))
        },
        action(
            "seekRelative", "Moves the play-head, towards live when positive, as far as there is history",
            [.init("durationMs", .integer, "Milliseconds")]
        ) { _, player, sent in try player.player.seekRelative(try sent.integer("durationMs")) },
        action(
            "seekAbsolute", "Moves the play-head to so far behind live, as far as there is history",
            [.init("durationMs", .integer, "Milliseconds behind live, from 0")]
        ) { _, player, sent in
            try player.player.seekAbsolute(UInt(clamping: try sent.integer("durationMs", from: 0)))
        },
        action(
            "rewindForDuration", "Moves the play-head back, whatever the sign, as far as there is history",
            [.init("durationMs", .integer, "Milliseconds")]
        ) { _, player, sent in try player.player.rewindForDuration(try sent.integer("durationMs")) },
        action("playLive", "Moves the play-head to the live position", []) { _, player, _ in
            try player.player.playLive()
        },
        action("stop", "Stops playing and closes the session; the player stays", []) { _, player, _ in
            player.player.close()
            player.stream.end()
        },
        action(
            "allowPlaybackWhenViewDisappears", "Lets playing go on while the view is not visible, or not",
            [.init("isAllowed", .boolean, "Whether it may go on")]
        ) { _, player, sent in
            guard let isAllowed = try sent.truth("isAllowed") else {
                throw SentProblem.missing(key: "isAllowed", wanted: "true or false")
            }
            player.player.allowBackgroundPlayback(isAllowed)
        },
        action(
            "visibility",
            "Says whether the view is visible and the app active: without, playing stops unless it may go on",
            [
                .init("isVisible", .boolean, "Whether the view is visible", isRequired: false),
                .init("isAppActive", .boolean, "Whether the app is in the foreground", isRequired: false),
            ]
        ) { _, player, sent in
            player.player.setVisible(try sent.truth("isVisible"), appActive: try sent.truth("isAppActive"))
        },
    ]

    /// Something to be done with a player.
    private static func action(
        _ name: String, _ summary: String, _ fields: [Change.Body.Field],
        perform: @escaping @Sendable (ReplayService, ServedPlayer, SentObject) throws -> Void
    ) -> Route {
        let body = fields.isEmpty ? nil : Change.Body(fields)
        return Route(
            "/api/v1/players/{id}/\(name)",
            changes: [
                Change(.post, summary, body: body, answers: [.init(200, "The player's state")]) { service, request in
                    service.usePlayer(request, perform)
                }
            ])
    }
}
