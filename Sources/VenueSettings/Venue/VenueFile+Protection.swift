extension VenueFile {
    /// The most symbols of one window, sources and repairs together: that of 8-bit Reed-Solomon codes.
    private static let symbolLimit = 255
    /// 47 hex in the trailer makes players take the trailer for a transport packet.
    private static let refusedSources = 0x47
    /// The grids of SMPTE 2022-1.
    private static let columnsRange = 1...20
    private static let rowsRange = 4...20
    private static let gridLimit = 100

    func protection(
        _ channel: inout SettingsReader, _ kind: String, port: UInt16
    ) throws(ConfigurationError) -> VenueFileChannel.Protection {
        guard var reader = try channel.object("fec") else { return .none }
        let words = kind == "video" ? ["none", "rs8", "st2022-1"] : ["none", "rs8"]
        switch try reader.word("scheme", of: words) ?? "none" {
        case "rs8":
            return try reedSolomon(&reader, kind, port: port)
        case "st2022-1":
            let columns = try reader.integer("columns", in: Self.columnsRange) ?? 5
            let rows = try reader.integer("rows", in: Self.rowsRange) ?? 5
            guard columns * rows <= Self.gridLimit else {
                throw reader.impossible(
                    "rows", "the number \(rows)",
                    wanted:
                        "a grid of at most \(Self.gridLimit) packets, that is at most \(Self.gridLimit / columns) rows "
                        + "of \(columns)")
            }
            guard port <= .max - 4 else {
                throw channel.impossible(
                    "port", "the number \(port)", wanted: "at most 65531, for repair packets use port + 2 and port + 4")
            }
            return .parity(columns: columns, rows: rows)
        default: return .none
        }
    }

    private func reedSolomon(
        _ reader: inout SettingsReader, _ kind: String, port: UInt16
    ) throws(ConfigurationError) -> VenueFileChannel.Protection {
        let isVideo = kind == "video"
        let sources = try reader.integer("k", in: 1...Self.symbolLimit - 1) ?? (isVideo ? 64 : 20)
        let repairs = try reader.integer("r", in: 1...Self.symbolLimit - 1) ?? (isVideo ? 16 : 4)
        guard !isVideo || sources != Self.refusedSources else {
            throw reader.impossible(
                "k", "the number \(sources)",
                wanted: "any other number: \(sources) is 47 hex, which players take for the beginning of a packet")
        }
        guard sources + repairs <= Self.symbolLimit else {
            throw reader.impossible(
                "r", "the number \(repairs)",
                wanted: "at most \(Self.symbolLimit - sources), for k + r may be \(Self.symbolLimit) at most")
        }
        // Objects of data and file channels carry their repair symbols themselves, by the one code of RFC 5510 that
        // programs share.
        guard isVideo else {
            return .reedSolomon(
                sources: sources, repairs: repairs, matrix: "rizzo", repairPort: port, windowMs: nil)
        }
        let matrix = try reader.word("matrix", of: ["rizzo", "rfc5510", "consecutive"]) ?? "rizzo"
        let repairPort = try reader.integer("repairPort", in: Self.portRange) ?? Int(port) + 10
        guard Self.portRange.contains(repairPort) else {
            throw reader.impossible("repairPort", "\(repairPort)", wanted: "a port from 1 to 65535")
        }
        return .reedSolomon(
            sources: sources, repairs: repairs, matrix: matrix, repairPort: UInt16(repairPort),
            windowMs: try reader.integer("windowMs", in: 1...60_000))
    }
}
