import Bytes
import Evidence
import NetworkFormats
import Protection
import Timing
import VenueWire

extension ChannelState {
    /// The media of a packet: where it lies without what Simple Reed-Solomon puts behind it, how many bytes it had on the
    /// wire, and that payload ID.
    ///
    /// Transport packets of 188 bytes leave six bytes over only where a payload ID follows them (definitions B5). Static,
    /// because asking the whole state of a channel copies it, for every datagram.
    static func media(
        of rtp: RTPHeader, _ header: DatagramHeader, _ datagram: RawSpan, mayHavePayloadID: Bool
    ) -> (payload: Range<Int>, wireBytes: Int, block: SourceBlockID?) {
        let range = rtp.payload
        let cut = max(0, Int(header.wireLength) - datagram.byteCount)
        let length = range.count + cut
        guard mayHavePayloadID, length % 188 == SourceBlockID.length, length > 188 else { return (range, length, nil) }
        let end = range.lowerBound + length - SourceBlockID.length
        return (
            range.lowerBound..<min(range.upperBound, end), length - SourceBlockID.length,
            cut > 0 ? nil : SourceBlockID(datagram, at: end)
        )
    }

    mutating func blockRepair(_ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink) {
        guard let id = SourceBlockID(datagram, at: 0) else { return }
        repair(
            .block(id), symbol: SourceBlockID.length..<datagram.byteCount,
            symbolLength: max(Int(header.wireLength), datagram.byteCount) - SourceBlockID.length, header, datagram,
            into: &sink)
    }

    mutating func carrierRepair(_ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink) {
        guard let carrier = CarrierRepairHeader(parsing: datagram, wireLength: Int(header.wireLength)) else { return }
        let cut = max(0, Int(header.wireLength) - datagram.byteCount)
        repair(
            .carrier(carrier), symbol: carrier.symbol, symbolLength: carrier.symbol.count + cut, header, datagram,
            into: &sink)
    }

    private mutating func repair(
        _ place: BlockRepairPacket.Place, symbol: Range<Int>, symbolLength: Int, _ header: DatagramHeader,
        _ datagram: RawSpan, into sink: inout some ChannelSink
    ) {
        traffic.countRepair(header)
        let id = store.append(header, datagram, .repair)
        flow.repair(
            BlockRepairPacket(
                place: place, symbol: symbol, symbolLength: symbolLength, id: id, moment: header.moment,
                isTruncated: header.isTruncated),
            in: &store, into: &windows)
        handOn(at: header.moment, into: &sink)
        relieve(at: header.moment, into: &sink)
    }
}
