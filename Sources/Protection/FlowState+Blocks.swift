import Bytes
import ErasureCode
import Evidence
import NetworkFormats
import Timing
import VenueWire

extension FlowState {
    /// Bytes of RFC 6865's ADU information before a source packet: flow, and length in two bytes.
    static let informationLength = 3

    /// Rebuilds the missing packets of a window with at least as many repair packets; returns how many were rebuilt.
    ///
    /// While the code's points are not known the known codes are tried: the cross-check of the packets decides.
    mutating func rebuild(
        _ window: BlockWindow, _ symbols: [BlockSymbol], isCarrier: Bool, _ store: inout DatagramStore,
        _ output: inout WindowOutput
    ) -> Int {
        defer { code.clear() }
        guard code.lay(window, isCarrier: isCarrier, held, store) else { return 0 }
        var packetLength = 0
        for symbol in symbols where symbol.index == window.index {
            guard code.add(symbol, store) else { return 0 }
            packetLength = max(packetLength, symbol.packetLength)
        }
        guard let deciding = code.deciding(window.k), let moment = store.moment(of: deciding) else { return 0 }
        if window.isTruncated { return place(window, from: deciding, &store) { _ in 0 } }
        let payloadType = payloadType(of: window, store)
        let isTrial = isCarrier && code.points == nil
        var isDecoded = false
        for points in code.points.map({ [$0] }) ?? parameters.knownPoints
        where code.solve(points, window.k, length: window.symbolLength) {
            isDecoded = true
            guard isSound(window, payloadType, isCarrier: isCarrier) else { continue }
            code.find(points)
            if isCarrier {
                let length = min(packetLength, window.symbolLength)
                return place(window, from: deciding, &store) { _ in length }
            }
            return placeInformed(window, from: deciding, &store)
        }
        // Learned rows may have no solution, and a carrier's code may be one that is still to be learned.
        guard isDecoded, !isTrial else { return 0 }
        protection.corrupt += 1
        output.notes.append(ProtectionNote(kind: .corrupt(number: window.first), moment: moment))
        return 0
    }

    /// Whether every rebuilt packet is one of this flow and its own number (wire.md 3, cross-check).
    private func isSound(_ window: BlockWindow, _ payloadType: UInt8, isCarrier: Bool) -> Bool {
        let length = window.symbolLength
        let head = isCarrier ? 0 : Self.informationLength
        guard length >= head + RTPHeader.fixedLength, code.room.count >= code.missing.count * length else {
            return false
        }
        for (place, symbol) in code.missing.enumerated() {
            let bytes = code.room.bytes(in: (place * length)..<((place + 1) * length))
            if !isCarrier {
                let packetLength = Int(bytes.bigEndian(at: 1, as: UInt16.self))
                guard bytes.byte(at: 0) == 0, packetLength <= length - head, packetLength >= RTPHeader.fixedLength
                else { return false }
            }
            let number = UInt16(truncatingIfNeeded: window.first + Int64(symbol))
            guard bytes.byte(at: head) >> 6 == 2, bytes.byte(at: head + 1) & 0x7f == payloadType,
                bytes.bigEndian(at: head + 2, as: UInt16.self) == number,
                bytes.bigEndian(at: head + 8, as: UInt32.self) == run.ssrc
            else { return false }
        }
        return true
    }

    /// The payload type of the window's packets: that of one that arrived, else the one of transport streams.
    private func payloadType(of window: BlockWindow, _ store: borrowing DatagramStore) -> UInt8 {
        for number in window.sources where held[number].state == .arrived {
            return byte(1, of: held[number].id, store).map { $0 & 0x7f } ?? RTPHeader.transportStreamPayloadType
        }
        return byte(1, of: lastSource.id, store).map { $0 & 0x7f } ?? RTPHeader.transportStreamPayloadType
    }

    private func byte(_ offset: Int, of id: PacketID, _ store: borrowing DatagramStore) -> UInt8? {
        guard let slab = store.slab(of: id), let range = store.range(of: id), range.count > offset else { return nil }
        return slab.bytes(in: range).byte(at: offset)
    }

    /// Puts the rebuilt packets into the store: each is as long as its information says.
    private mutating func placeInformed(
        _ window: BlockWindow, from deciding: PacketID, _ store: inout DatagramStore
    ) -> Int {
        let room = code.room
        let symbolLength = window.symbolLength
        return place(window, from: deciding, head: Self.informationLength, &store) { place in
            Int(room.bytes(in: (place * symbolLength)..<((place + 1) * symbolLength)).bigEndian(at: 1, as: UInt16.self))
        }
    }

    /// Puts the rebuilt packets into the store; `length` tells how long each is, 0 when its bytes are not known.
    private mutating func place(
        _ window: BlockWindow, from deciding: PacketID, head: Int = 0, _ store: inout DatagramStore,
        length: (Int) -> Int
    ) -> Int {
        // Of a window that lost every source packet, nothing but repair packets may be left.
        guard let last = store[deciding]?.header else { return 0 }
        var header = store[lastSource.id]?.header ?? last
        header.time = last.time
        header.ordinal = last.ordinal
        header.droppedBefore = 0
        for (place, symbol) in code.missing.enumerated() {
            let number = window.first + Int64(symbol)
            let count = length(place)
            let start = place * window.symbolLength + head
            header.wireLength = UInt32(truncatingIfNeeded: count)
            header.storedLength = header.wireLength
            let timestamp = head == 0 && count > 0 ? fittingTimestamp(of: number, at: start, store) : nil
            let room = code.room
            let id = store.append(header, length: count, .recovered) { target in
                if count > 0 { target.copy(room.bytes(in: start..<(start + count))) }
                if let timestamp { target.setBigEndian(timestamp, at: 4) }
            }
            let payload =
                count == 0 ? 0..<0 : (try? RTPHeader(parsing: room.bytes(in: start..<(start + count))))?.payload
            held.put(number, id, payload ?? 0..<0, .rebuilt)
        }
        return code.missing.count
    }

    /// A timestamp for the rebuilt packet at `start` when its own does not lie between those of its neighbours.
    ///
    /// Some carriers rewrite timestamps after they made their repair packets. Nil when its own fits.
    private func fittingTimestamp(of number: Int64, at start: Int, _ store: borrowing DatagramStore) -> UInt32? {
        let own: UInt32 = code.room.bytes(in: start..<(start + RTPHeader.fixedLength)).bigEndian(at: 4)
        let before = neighbour(of: number, step: -1, store)
        let after = neighbour(of: number, step: 1, store)
        if let before, let after {
            // All three on the circle, going round it from the one before.
            return own &- before <= after &- before ? nil : before
        }
        guard let near = before ?? after else { return nil }
        let distance = Int32(bitPattern: own &- near).magnitude
        return distance <= UInt32(RTPHeader.videoClockRate) ? nil : near
    }

    /// The timestamp of the nearest packet of the run below or above `number` that arrived, within one window's length.
    private func neighbour(of number: Int64, step: Int64, _ store: borrowing DatagramStore) -> UInt32? {
        for distance in 1...Int64(ProtectionParameters.blockLimit) {
            let entry = held[number + step * distance]
            guard entry.state == .arrived else { continue }
            guard let slab = store.slab(of: entry.id), let range = store.range(of: entry.id),
                range.count >= RTPHeader.fixedLength
            else { return nil }
            return slab.bytes(in: range).bigEndian(at: 4)
        }
        return nil
    }

    /// Finds the code's points by a window that arrived whole and one of its repair packets: the first source packet must
    /// come out again when it is rebuilt from the others.
    mutating func prove(
        _ window: BlockWindow, by symbol: BlockSymbol, length: Int, isCarrier: Bool, _ store: borrowing DatagramStore
    ) {
        defer { code.clear() }
        guard code.isSought, code.lay(window, omitting: 0, isCarrier: isCarrier, held, store),
            code.add(symbol, store), let slab = store.slab(of: held[window.first].id),
            let range = store.range(of: held[window.first].id)
        else { return }
        let packetLength = isCarrier ? range.count : min(range.count, held[window.first].payload.upperBound)
        let packet = slab.bytes(in: range.lowerBound..<(range.lowerBound + packetLength))
        var second: CodePoints?
        for points in parameters.knownPoints where code.solve(points, window.k, length: length) {
            let room = code.room
            let likeness = likeness(of: room.bytes(in: 0..<length), to: packet, isCarrier: isCarrier)
            switch likeness {
            case .whole: return code.find(points)
            case .payload: second = second ?? points
            case .none: break
            }
        }
        if let second { code.find(second) } else { code.failed() }
    }

    /// Learns a code of no known points from a window that arrived whole and its repair `symbols`.
    mutating func learn(
        _ window: BlockWindow, repairs: Int, _ symbols: [BlockSymbol], _ store: borrowing DatagramStore
    ) {
        defer { code.clear() }
        guard code.isSought, code.lay(window, isCarrier: true, held, store) else { return }
        code.learn(window.k, repairs: repairs, symbols, length: window.symbolLength, store)
    }

    private enum Likeness { case none, payload, whole }

    /// Carriers may rewrite headers after they made their repair packets; their timestamps are never compared.
    private func likeness(of rebuilt: RawSpan, to packet: RawSpan, isCarrier: Bool) -> Likeness {
        let head = isCarrier ? 0 : Self.informationLength
        let fixed = RTPHeader.fixedLength
        guard rebuilt.byteCount >= head + packet.byteCount, packet.byteCount > fixed else { return .none }
        for place in fixed..<packet.byteCount where rebuilt.byte(at: head + place) != packet.byte(at: place) {
            return .none
        }
        for place in (head + packet.byteCount)..<rebuilt.byteCount where rebuilt.byte(at: place) != 0 { return .none }
        let isHeader = (0..<fixed).allSatisfy {
            (isCarrier && (4..<8).contains($0)) || rebuilt.byte(at: head + $0) == packet.byte(at: $0)
        }
        if isCarrier { return isHeader ? .whole : .payload }
        let isInformed = rebuilt.byte(at: 0) == 0 && rebuilt.bigEndian(at: 1, as: UInt16.self) == packet.byteCount
        return isHeader && isInformed ? .whole : .none
    }
}
