public import NetworkFormats
public import ObjectDelivery

/// The numbers of a data or file channel at one moment, and what is kept of it.
public struct ObjectSnapshot: Sendable {
    /// How messages and objects fared.
    public var counters: ObjectCounters
    /// The distribution table now, in order of first mention; empty for data channels.
    public var table: [FileRecord]
    /// Every file that was ever listed, bounded; empty for data channels.
    public var ledger: FileLedger
    /// The newest messages; empty for file channels.
    public var messages: KeptMessages
    /// Where each kind of trouble first showed.
    public var firsts: FirstObjectTroubles
}

/// Where each kind of trouble with objects first showed.
public struct FirstObjectTroubles: Hashable, Sendable {
    /// The datagram that was no LCT.
    public var malformed: Moment?
    /// The datagram after which a table, a file or an object was refused.
    public var refused: Moment?
    /// The moment at which a message was given up.
    public var incomplete: Moment?
    /// The datagram that completed an object with a wrong checksum.
    public var corrupt: Moment?

    /// No trouble.
    public init() {}

    mutating func note(_ old: ObjectCounters, _ new: ObjectCounters, at moment: Moment) {
        if malformed == nil, new.malformed > old.malformed { malformed = moment }
        if refused == nil, new.refused > old.refused { refused = moment }
        if incomplete == nil, new.incomplete > old.incomplete { incomplete = moment }
        if corrupt == nil, new.corrupt > old.corrupt { corrupt = moment }
    }
}
