public import TransportStream

/// What becomes of a picture in a fragment at whose beginning players may join.
public enum PictureRole: Hashable, Sendable {
    /// A sample at which a player may begin.
    case sync
    /// A sample that needs others before it.
    case plain
    /// No sample: it needs pictures before the fragment, which a player that joins has not. Browsers take it as a fatal error.
    case leftOut

    /// The roles of a fragment's pictures, each given by why decoding can start at it and what else is known of it, in decoding
    /// order.
    ///
    /// An H.264 picture that is no IDR is a sync sample only as the first one, whose undecodable leading pictures are left out:
    /// browsers that seek to another one do not leave them out.
    public static func roles(of pictures: [(randomAccess: RandomAccessKind?, flags: AccessUnitFlags)]) -> [Self] {
        var isJoining = true
        return pictures.enumerated().map { index, picture in
            if index > 0, picture.randomAccess != nil { isJoining = false }
            if index == 0 { return picture.randomAccess == nil ? .plain : .sync }
            if isJoining, picture.flags.contains(.skippedLeading) { return .leftOut }
            return picture.randomAccess?.isSync == true ? .sync : .plain
        }
    }
}
