import NetworkFormats

extension VenueFile {
    /// Refuses two flows that receivers could not tell apart.
    func checkPlaces() throws(ConfigurationError) {
        var taken: [Endpoint: String] = [announcements: "the announcements"]
        if let twins, twins != announcements { taken[twins] = "announcements to ordinary players" }
        for channel in channels {
            for (key, place, what) in channel.places {
                if let other = taken[place] {
                    throw .outOfRange(
                        path: "\(channel.path).\(key)", got: "\(place), where \(other) already go",
                        wanted: "a group and port of its own")
                }
                taken[place] = "\(what) of \(channel.path)"
            }
        }
    }

    /// Refuses two channels of one Streamer, kind and session number, which are one channel to receivers.
    func checkNumbers() throws(ConfigurationError) {
        for (index, channel) in channels.enumerated() {
            let twin = channels[..<index].first {
                $0.streamer == channel.streamer && $0.sessionNumber == channel.sessionNumber && $0.kind == channel.kind
            }
            guard let twin else { continue }
            throw .outOfRange(
                path: "\(channel.path).sessionNum", got: "the number \(channel.sessionNumber), as at \(twin.path)",
                wanted: "a number that no other \(channel.kind) channel of its Streamer has")
        }
        for (index, streamer) in streamers.enumerated() {
            let isSplit = channels.contains { channel in
                channel.streamer == index
                    && streamer.address.map { $0.isIPv6 != channel.destination.address.isIPv6 } == true
            }
            guard isSplit, let address = streamer.address else { continue }
            throw .outOfRange(
                path: "streamers[\(index)].address", got: "the text \("\(address)".quoted)",
                wanted: "an address of the family of its channels' groups")
        }
    }
}

extension VenueFileChannel {
    /// "video", "data" or "file".
    public var kind: String {
        switch content {
        case .video: "video"
        case .data: "data"
        case .file: "file"
        }
    }

    /// Every group and port that the channel uses, and by which key it says so.
    fileprivate var places: [(key: String, place: Endpoint, what: String)] {
        var places = [(key: "port", place: destination, what: "packets")]
        guard case .video = content else { return places }
        switch protection {
        case .none: break
        case .reedSolomon(_, _, _, let port, _):
            places.append(("fec.repairPort", Endpoint(destination.address, port), "repair packets"))
        case .parity:
            places.append(("fec", Endpoint(destination.address, destination.port + 2), "repair packets"))
            places.append(("fec", Endpoint(destination.address, destination.port + 4), "repair packets"))
        }
        return places
    }
}
