import Bytes
import CaptureFormats
import Glibc
import Kernels
import Timing

/// The bytes of a capture as they come out of a file, a pipe or a compressed file; the one owner of the descriptor.
struct CaptureInput: ~Copyable {
    /// How much is read at once, in bytes.
    static let pieceLength = 256 << 10
    /// How often a file that is followed is looked at, in microseconds.
    private static let followInterval: UInt32 = 50_000

    let path: String
    private let descriptor: Int32
    private let follow: StreamDuration?
    private var gzip: GzipStage?
    /// Bytes of the capture that are not decoded yet.
    private(set) var window = Slab(capacity: pieceLength)
    /// Bytes read of the file.
    private(set) var bytesRead = 0
    /// The length of the file; nil for pipes.
    let totalBytes: Int?

    /// Opens `path`, or standard input for "-".
    init(opening path: String, follow: StreamDuration?) throws(CaptureFailure) {
        let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw .cannotOpen(path: path, reason: Self.words(errno)) }
        var facts = stat()
        let kind = fstat(opened, &facts) == 0 ? facts.st_mode & S_IFMT : 0
        let isTerminal = path == "-" && isatty(opened) == 1
        guard kind != S_IFDIR, !isTerminal else {
            close(opened)
            throw isTerminal ? .isTerminal : .isFolder(path: path)
        }
        self.path = path
        self.follow = follow
        descriptor = opened
        totalBytes = kind == S_IFREG && follow == nil ? Int(facts.st_size) : nil
    }

    deinit { close(descriptor) }

    /// Whether a pipe has something to be read, or has ended, within some milliseconds; anything else has at once.
    func isReady(within milliseconds: Int32 = 0) -> Bool {
        guard totalBytes == nil, follow == nil, gzip?.needsInput ?? true else { return true }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, milliseconds) != 0
    }

    /// Whether the capture is compressed.
    var isGzip: Bool { gzip != nil }

    /// Why the compressed data gives nothing more, as part of a sentence; nil when nothing is wrong with it.
    var compressionFault: String? {
        guard let gzip, let fault = gzip.fault else { return nil }
        return switch fault {
        case .truncated: "the compressed file ends early, at byte \(gzip.position)"
        case .corrupt, .tooLong: "the compressed file is damaged near byte \(gzip.position)"
        case .outOfMemory: "there was no memory to go on inflating"
        }
    }

    /// Drops `consumed` bytes of the window, makes room for `wanted` and reads once; false at the end.
    mutating func refill(consumed: Int, wanted: Int) throws(CaptureFailure) -> Bool {
        drop(consumed)
        if wanted > window.capacity {
            let larger = Slab(capacity: wanted)
            let old = window
            larger.append(old.bytes)
            window = larger
        }
        return try read()
    }

    /// Drops `consumed` bytes of the window.
    func drop(_ consumed: Int) {
        if consumed > 0 { window.compact(consumed: consumed) }
    }

    /// Leaves the window to whom its bytes were lent and goes on in `spare`, an empty slab, with what follows `consumed`.
    mutating func move(to spare: Slab, consumed: Int) {
        let old = window
        let rest = old.bytes.extracting(consumed..<old.count)
        let next = rest.byteCount <= spare.capacity ? spare : Slab(capacity: rest.byteCount)
        next.append(rest)
        window = next
    }

    /// Reads enough to tell what the file is, and whether it is compressed.
    mutating func begin() throws(CaptureFailure) {
        while window.count < 4, try read() {}
        let raw = window
        guard raw.count > 0 else { throw .isEmpty(path: path) }
        guard raw.count >= 2, raw.bytes.bigEndian(at: 0, as: UInt16.self) == 0x1f8b else { return }
        do {
            gzip = try GzipStage(packed: raw)
        } catch {
            throw .cannotRead(path: path, reason: "no memory for inflating")
        }
        window = Slab(capacity: Self.pieceLength)
        while window.count < 4, try read() {}
        if window.count == 0 {
            throw .notACapture(
                path: path, looksLike: compressionFault.map { "gzip, but \($0)" } ?? "an empty gzip file")
        }
    }

    /// Adds some bytes to the window; false when there are no more.
    ///
    /// Of a compressed pipe it reads once, whether that brings bytes or not: what is behind that may not be there yet.
    private mutating func read() throws(CaptureFailure) -> Bool {
        guard let gzip else { return try fill(window) > 0 }
        let before = window.count
        var mayRead = true
        while gzip.inflate(into: window) {
            if window.count > before || !mayRead { return true }
            if try fill(gzip.packed) == 0 { gzip.finish() }
            mayRead = totalBytes != nil
        }
        return window.count > before
    }

    /// One read behind the filled bytes of `slab`; 0 at the end of the file.
    private mutating func fill(_ slab: Slab) throws(CaptureFailure) -> Int {
        var waited = StreamDuration.zero
        while true {
            let got = slab.fill(from: descriptor)
            if got < 0 { throw .cannotRead(path: path, reason: Self.words(Int32(clamping: -got))) }
            bytesRead += got
            guard got == 0, let follow, waited < follow else { return got }
            usleep(Self.followInterval)
            waited = waited + StreamDuration(nanoseconds: Int64(Self.followInterval) * 1_000)
        }
    }

    private static func words(_ number: Int32) -> String { String(cString: strerror(number)) }
}
