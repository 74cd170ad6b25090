import Bytes
import CPcap
import CaptureFormats
import Glibc

/// A capture filter, compiled by libpcap once for every link type met; the one owner of the compiled programs.
struct FrameFilter: ~Copyable {
    private struct Program {
        var linkType: LinkType
        /// Nil when the expression means nothing on this link type: then no frame matches.
        var code: UnsafeMutablePointer<bpf_program>?
    }

    /// The most link types for which the expression is compiled; on any other no frame matches.
    private static let programLimit = 64

    private let expression: String?
    private var programs: [Program] = []
    /// What libpcap says about the first link type that the expression does not fit.
    private var refusal: String?

    /// Prepares to filter by `expression`; without one every frame passes.
    init(_ expression: String?) { self.expression = expression }

    deinit {
        for program in programs {
            guard let code = program.code else { continue }
            pcap_freecode(code)
            code.deallocate()
        }
    }

    /// Whether there is anything to filter by.
    var isActive: Bool { expression != nil }

    /// Whether the frame matches; when it is of the only one of `linkTypes` and the expression is wrong, that is thrown.
    mutating func passes(
        _ frame: RawSpan, linkType: LinkType, wireLength: Int, among linkTypes: Int
    ) throws(CaptureFailure) -> Bool {
        guard let expression else { return true }
        let found = program(for: linkType, expression)
        if found == nil, programs.count >= linkTypes { try verify() }
        guard let code = found else { return false }
        var header = pcap_pkthdr()
        header.caplen = UInt32(clamping: frame.byteCount)
        header.len = UInt32(clamping: wireLength)
        return frame.withUnsafeBytes { bytes in
            // libpcap wants an address even for a frame of no bytes, which it then does not read.
            var nothing: UInt8 = 0
            guard let start = bytes.baseAddress else { return pcap_offline_filter(code, &header, &nothing) != 0 }
            return pcap_offline_filter(code, &header, start.assumingMemoryBound(to: UInt8.self)) != 0
        }
    }

    /// Throws when the expression fitted none of the link types met: in a mixed capture, one that it fits is enough.
    func verify() throws(CaptureFailure) {
        guard let expression, let refusal, programs.allSatisfy({ $0.code == nil }) else { return }
        throw .wrongFilter(expression: expression, reason: refusal)
    }

    private mutating func program(
        for linkType: LinkType, _ expression: String
    ) -> UnsafeMutablePointer<bpf_program>? {
        for program in programs where program.linkType == linkType { return program.code }
        guard programs.count < Self.programLimit else { return nil }
        let code = UnsafeMutablePointer<bpf_program>.allocate(capacity: 1)
        code.initialize(to: bpf_program())
        if let words = Self.compile(expression, Self.dataLink(of: linkType), into: code) {
            code.deallocate()
            refusal = refusal ?? words
            programs.append(Program(linkType: linkType, code: nil))
            return nil
        }
        programs.append(Program(linkType: linkType, code: code))
        return code
    }

    /// Compiles the expression; what libpcap says against it, or nil.
    private static func compile(
        _ expression: String, _ dataLink: Int32, into code: UnsafeMutablePointer<bpf_program>
    ) -> String? {
        guard let handle = pcap_open_dead(dataLink, Int32(CaptureDecoder.frameLimit)) else {
            return "libpcap has no memory for it"
        }
        defer { pcap_close(handle) }
        guard pcap_compile(handle, code, expression, 1, UInt32.max) != 0 else { return nil }
        return pcap_geterr(handle).map { String(cString: $0) } ?? "libpcap does not say why"
    }

    /// The number that libpcap knows a link type by: the same, but for a few that differ between systems.
    private static func dataLink(of linkType: LinkType) -> Int32 {
        switch linkType.rawValue {
        case 100: DLT_ATM_RFC1483
        case 101: DLT_RAW
        default: Int32(clamping: linkType.rawValue)
        }
    }
}
