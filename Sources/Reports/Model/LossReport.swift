/// The holes in the numbering before repair.
public struct LossReport: Sendable, Equatable {
    /// How many holes have one length.
    public struct RunLength: Sendable, Equatable {
        /// Packets missing in a row.
        public var length: Int
        /// Holes of this length.
        public var holes: Int

        /// `holes` holes of `length` packets.
        public init(length: Int, holes: Int) {
            self.length = length
            self.holes = holes
        }
    }

    /// How many holes there are.
    public var holes: Int
    /// The longest one, in packets.
    public var longest: Int
    /// The fewest packets received between two holes; nil with fewer than two holes.
    public var minSeparation: Int?
    /// How many holes there are of each length, shortest first.
    public var runLengths: [RunLength]

    /// The holes by number and length.
    public init(holes: Int = 0, longest: Int = 0, minSeparation: Int? = nil, runLengths: [RunLength] = []) {
        self.holes = holes
        self.longest = longest
        self.minSeparation = minSeparation
        self.runLengths = runLengths
    }
}
