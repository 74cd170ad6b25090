extension Route {
    /// Arguments that name a clip: which part of the history, how it is cut, and in which format.
    private static let evidenceArguments = [
        "last", "start", "duration", "end", "from", "to", "timerange", "clamp", "wait", "accuracy", "as", "gap",
        "format",
    ]

    /// What proves how a clip arrived.
    static let evidence = [
        Route(
            "/api/v1/channels/{ch}/evidence.pcapng",
            "The datagrams behind a clip, announcements and repair packets included, as a capture that svmanalyze, tshark "
                + "and Wireshark read",
            type: "application/x-pcapng", arguments: evidenceArguments
        ) { $0.evidence($1) },
        Route(
            "/api/v1/channels/{ch}/windows", "The protection windows behind a clip, one by one",
            arguments: evidenceArguments
        ) { $0.windows($1) },
        Route(
            "/api/v1/channels/{ch}/quality", "The link indicator over a clip, and loss and recovery second by second",
            arguments: evidenceArguments
        ) { $0.quality($1) },
        Route(
            "/api/v1/channels/{ch}/quality.vtt",
            "The same as WebVTT metadata on the clip's own time: cue 0 is the clip's first picture",
            type: "text/vtt", arguments: evidenceArguments
        ) { $0.qualityCues($1) },
    ]
}
