import HTTPServing

extension Route {
    /// Saved clips.
    static let saved = [
        Route(
            "/api/v1/channels/{ch}/clips",
            changes: [
                Change(
                    .post,
                    "Saves a clip with its evidence and report (the arguments of clip.ts, in the query or here); it is on "
                        + "the disk when it answers",
                    body: Change.Body([
                        .init("last", .string, "the window, or another way to state it", isRequired: false),
                        .init("format", .string, "mp4 (as when it is absent), ts or both", isRequired: false),
                        .init("name", .string, "what it is called", isRequired: false),
                        .init("note", .string, "what is said of it", isRequired: false),
                        .init(
                            "messages", .string, "data channels whose messages go with it, between commas",
                            isRequired: false),
                    ]),
                    answers: [Change.Outcome(201, "Saved; Location says where it is")]
                ) { $0.saveClip($1) }
            ]),
        Route(
            "/api/v1/clips",
            "Saved clips, those with the latest pictures first: of a channel, with pictures between two instants, of a kind",
            arguments: ["channel", "from", "to", "kind", "limit", "before"]
        ) { $0.savedClips($1) },
        Route(
            "/api/v1/clips/{id}", "A saved clip and what is known of it",
            changes: [
                Change(.delete, "Deletes a saved clip", answers: [Change.Outcome(204, "It is gone", type: nil)]) {
                    $0.removeClip($1)
                }
            ]
        ) { $0.savedClip($1) },
        Route(
            "/api/v1/clips/{id}/{file}",
            "A file of a saved clip: clip.mp4, clip.ts, evidence.pcapng, report.json, messages.jsonl",
            type: "application/octet-stream"
        ) { $0.savedFile($1) },
    ]
}
