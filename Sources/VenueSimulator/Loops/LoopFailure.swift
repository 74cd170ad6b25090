/// Why a file cannot be sent round and round; its description is one sentence for the person who gave it.
///
/// Packets are counted from 0.
public enum LoopFailure: Error, Equatable, Sendable {
    /// There is not one byte.
    case isEmpty
    /// The file is longer than ``LoopMaterial/sizeLimit``.
    case isTooLong
    /// The packet does not begin with 47.
    case notTransport(packet: Int)
    /// The file ends within a packet.
    case cutPacket(packet: Int)
    /// The packet's adaptation field is longer than the packet, or shorter than what it announces.
    case badAdaptationField(packet: Int)
    /// The packet is scrambled, so that its time stamps cannot be changed.
    case isScrambled(packet: Int)
    /// The time stamps of a PES header lie in two packets.
    case splitHeader(packet: Int)
    /// The file holds no program clock reference, or a single one.
    case noClock
    /// The program clock goes back or leaps at this packet.
    case clockJumps(packet: Int)
    /// No track has two time stamps.
    case noPictures
    /// The time stamps of the track that sets the length go back or leap at this packet.
    case picturesJump(packet: Int)
    /// From the first to the last clock reference passes as much time as all pictures take, or more.
    case clockOutlastsPictures
    /// The last clock reference stands more than ``LoopMaterial/longestStep`` before the end of the last picture.
    case clockEndsEarly
}

extension LoopFailure: CustomStringConvertible {
    /// One sentence: what, where, what to do.
    public var description: String {
        switch self {
        case .isEmpty: "there is no transport stream in an empty file"
        case .isTooLong: "the transport stream is longer than \(LoopMaterial.sizeLimit >> 20) MiB: cut a shorter one"
        case .notTransport(let packet):
            "packet \(packet) does not begin with 47 hex: give a transport stream of packets of 188 bytes"
        case .cutPacket(let packet):
            "the transport stream ends within packet \(packet): cut it at a multiple of 188 bytes"
        case .badAdaptationField(let packet): "the adaptation field of packet \(packet) is damaged: make the file again"
        case .isScrambled(let packet):
            "packet \(packet) is scrambled, so its time cannot be moved on: give a clear transport stream"
        case .splitHeader(let packet):
            "the time stamps behind packet \(packet) lie in two packets: multiplex the file again"
        case .noClock: "the transport stream has no program clock to be paced by: multiplex it with PCRs"
        case .clockJumps(let packet): "the program clock jumps at packet \(packet): give a stream of one time base"
        case .noPictures: "no track of the transport stream has two time stamps: give a stream with pictures or sound"
        case .picturesJump(let packet):
            "the decoding times jump at packet \(packet): give a stream without a cut, or multiplex it again"
        case .clockOutlastsPictures:
            "the program clock runs on behind the last picture: cut the end of the transport stream"
        case .clockEndsEarly: "the program clock ends long before the last picture: multiplex the file again"
        }
    }
}
