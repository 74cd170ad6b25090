import Bytes

extension MediaTrack {
    /// The box `name` that libavformat makes of what it is given: of parameter sets, or of a frame.
    func decoderConfiguration(_ name: String, from given: [UInt8]) throws(MediaFailure) -> [UInt8] {
        let pool = SlabLender(keeping: 0)
        let bytes: [UInt8]
        do throws(MediaFailure) {
            let muxer = try MuxerContext.begun([self], .fragmented(sequence: 1), into: pool, configuration: given)
            try muxer.writeFramesAhead([self], pool)
            bytes = muxer.file.own
        } catch {
            throw .configurationUnreadable(codec)
        }
        guard let box = Box.content(of: name, in: bytes), box.count >= Self.shortestBox else {
            throw .configurationUnreadable(codec)
        }
        return box
    }

    /// `dac3` has 3 bytes, the others have more.
    private static let shortestBox = 3
}
