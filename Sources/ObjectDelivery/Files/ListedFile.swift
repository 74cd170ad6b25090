import Timing
import VenueWire

/// A version of a file that a table named.
struct ListedFile: Sendable {
    /// What is known of it.
    var record: FileRecord
    /// What the table said of it, which its packets may have corrected since.
    var claim: FileRecord
    /// Who sends it: a place among the channel's senders.
    let sender: Int
    /// The instance of the table that named it last; nil when it was of a session that is over.
    var instance: UInt32?
    /// Until when it stays in the table.
    var expires: StreamTime
    /// How the object is sent, as the table has it.
    var transfer: TransferAttributes
    /// Which of its symbols are there; nil before the first packet, and again when it is complete or dropped.
    var assembly: ObjectAssembly?
    /// The complete version of the same path that this one will replace once it is complete.
    var replaces: UInt64?
    /// Whether a newer version is on its way, which will replace this complete one.
    var isReplaced = false
}
