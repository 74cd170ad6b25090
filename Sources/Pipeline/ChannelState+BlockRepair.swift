import Bytes
import Evidence
import NetworkFormats
import Protection
import VenueWire

extension ChannelState {
    mutating func blockRepair(_ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink) {
        traffic.countRepair(header)
    }

    mutating func carrierRepair(_ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink) {
        traffic.countRepair(header)
    }
}
