import Bytes
import CPcap
import CaptureFormats
import Glibc

/// A capture filter, compiled by libpcap once for every link type met; the one owner of the compiled programs.
struct FrameFilter: ~Copyable {
    private struct Program {
        var linkType: LinkType
        var code: UnsafeMutablePointer<bpf_program>
    }

    private let expression: String?
    private var programs: [Program] = []

    /// Prepares to filter by `expression`; without one every frame passes.
    init(_ expression: String?) { self.expression = expression }

    deinit {
        for program in programs {
            pcap_freecode(program.code)
            program.code.deallocate()
        }
    }

    /// Whether there is anything to filter by.
    var isActive: Bool { expression != nil }

    /// Whether the frame matches.
    mutating func passes(
        _ frame: RawSpan, linkType: LinkType, wireLength: Int
    ) throws(CaptureFailure) -> Bool {
        guard let expression else { return true }
        let code = try program(for: linkType, expression)
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

    private mutating func program(
        for linkType: LinkType, _ expression: String
    ) throws(CaptureFailure) -> UnsafeMutablePointer<bpf_program> {
        for program in programs where program.linkType == linkType { return program.code }
        let code = UnsafeMutablePointer<bpf_program>.allocate(capacity: 1)
        code.initialize(to: bpf_program())
        do throws(CaptureFailure) {
            try Self.compile(expression, Self.dataLink(of: linkType), into: code)
        } catch {
            code.deallocate()
            throw error
        }
        programs.append(Program(linkType: linkType, code: code))
        return code
    }

    private static func compile(
        _ expression: String, _ dataLink: Int32, into code: UnsafeMutablePointer<bpf_program>
    ) throws(CaptureFailure) {
        guard let handle = pcap_open_dead(dataLink, Int32(CaptureDecoder.frameLimit)) else {
            throw .wrongFilter(expression: expression, reason: "libpcap has no memory for it")
        }
        defer { pcap_close(handle) }
        guard pcap_compile(handle, code, expression, 1, UInt32.max) == 0 else {
            let words = pcap_geterr(handle).map { String(cString: $0) } ?? "libpcap does not say why"
            throw .wrongFilter(expression: expression, reason: words)
        }
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
