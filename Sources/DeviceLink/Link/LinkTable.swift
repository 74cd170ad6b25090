/// The interfaces of a machine, as the kernel's messages told them.
struct LinkTable: Equatable {
    /// One interface.
    fileprivate struct Link: Equatable {
        var name = ""
        var flags: UInt32 = 0
        var state: UInt8?
        var addresses: Set<LinkAddress> = []
    }

    /// More interfaces are not kept.
    static let linkLimit = 4_096
    /// More addresses of one interface are not kept.
    static let addressLimit = 256

    private var links: [Int32: Link] = [:]

    /// Takes what a message told.
    mutating func take(_ change: LinkChange) {
        switch change {
        case .link(let index, let name, let flags, let state):
            guard links[index] != nil || links.count < Self.linkLimit else { return }
            var link = links[index] ?? Link()
            link.name = name ?? link.name
            link.flags = flags
            // Events of wireless drivers come without it.
            link.state = state ?? link.state
            links[index] = link
        case .linkGone(let index): links[index] = nil
        case .address(let index, let address, isUsable: true):
            guard let count = links[index]?.addresses.count, count < Self.addressLimit else { return }
            links[index]?.addresses.insert(address)
        case .address(let index, let address, isUsable: false), .addressGone(let index, let address):
            links[index]?.addresses.remove(address)
        }
    }

    /// Whether the interface `name` is connected, or any but the loopback interface when it is nil.
    func status(of name: String?) -> LinkStatus {
        let candidates = links.values.filter { link in
            guard let name else { return !link.isLoopback }
            return link.name == name
        }
        // Of several, the one that is nearest to being connected.
        let troubles = candidates.map(\.trouble).sorted { Self.rank($0) > Self.rank($1) }
        return LinkStatus(interface: name, trouble: troubles.first ?? .missing)
    }

    /// The index of the interface `name`; nil when there is none.
    func index(of name: String) -> Int32? { links.first { $0.value.name == name }?.key }

    private static func rank(_ trouble: LinkStatus.Trouble?) -> Int {
        switch trouble {
        case .missing: 0
        case .disabled: 1
        case .notConnected: 2
        case .noAddress: 3
        case nil: 4
        }
    }
}

extension LinkTable.Link {
    // Flags of linux/if.h.
    private static let up: UInt32 = 1
    private static let loopback: UInt32 = 1 << 3
    private static let running: UInt32 = 1 << 6
    private static let lowerUp: UInt32 = 1 << 16
    // States of RFC 2863 in the numbers of linux/if.h.
    private static let unknown: UInt8 = 0
    private static let upState: UInt8 = 6

    var isLoopback: Bool { flags & Self.loopback != 0 }

    var trouble: LinkStatus.Trouble? {
        guard flags & Self.up != 0 else { return .disabled }
        guard isConnected else { return .notConnected }
        return addresses.isEmpty ? .noAddress : nil
    }

    /// Whether there is a carrier and nothing above it, such as the key exchange of Wi-Fi (state "dormant"), is missing.
    private var isConnected: Bool {
        guard flags & Self.lowerUp != 0 else { return false }
        return switch state {
        // Loopback and tunnels have no state.
        case Self.upState, Self.unknown: true
        case nil: flags & Self.running != 0
        default: false
        }
    }
}
