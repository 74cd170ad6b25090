import Bytes
import CaptureFormats
import Glibc
import Kernels
import Timing

/// The bytes of a capture as they come out of a file, a pipe or a compressed file; the one owner of the descriptor.
struct CaptureInput: ~Copyable {
    /// How much is read at once, in bytes.
    static let pieceLength = 256 << 10
    /// Bytes that tell what a file is.
    private static let markLength = 4
    /// How often a file that is followed is looked at, in microseconds.
    private static let followInterval: UInt32 = 50_000
    /// How long one wait for a pipe takes before the next, in milliseconds.
    private static let inputWait: Int32 = 1_000

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
    /// Whether it is no file, so that its bytes come when somebody writes them.
    let isPipe: Bool

    /// Opens `path`, or standard input for "-"; a named pipe is not waited for until somebody writes to it.
    init(opening path: String, follow: StreamDuration?) throws(CaptureFailure) {
        let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { throw .cannotOpen(path: path, reason: Self.words(errno)) }
        // Only the opening must not block. Standard input may be others' too, and stays as it is.
        if path != "-" { _ = fcntl(opened, F_SETFL, O_RDONLY) }
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
        isPipe = kind != S_IFREG
        totalBytes = kind == S_IFREG && follow == nil ? Int(facts.st_size) : nil
    }

    deinit { close(descriptor) }

    /// Whether a pipe has something to be read, or has ended, within some milliseconds; anything else has at once.
    func isReady(within milliseconds: Int32 = 0) -> Bool {
        guard totalBytes == nil, follow == nil, gzip?.needsInput ?? true else { return true }
        return hasInput(within: milliseconds)
    }

    /// Waits until a pipe brings its first bytes, or somebody wrote to it and left; without a writer a read finds its end.
    func awaitBeginning() {
        guard isPipe, gzip?.needsInput ?? true else { return }
        while !hasInput(within: Self.inputWait) {}
    }

    private func hasInput(within milliseconds: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let found = poll(&waiting, 1, milliseconds)
        // Whatever else is wrong, reading tells.
        return found > 0 || found < 0 && errno != EINTR
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

    /// Reads once; says whether that was enough to tell what the file is, and whether it is compressed.
    mutating func begin() throws(CaptureFailure) -> Bool {
        if window.count < Self.markLength, try read(), window.count < Self.markLength { return false }
        let raw = window
        if gzip != nil {
            guard raw.count == 0 else { return true }
            throw .notACapture(
                path: path, looksLike: compressionFault.map { "gzip, but \($0)" } ?? "an empty gzip file")
        }
        guard raw.count > 0 else { throw .isEmpty(path: path) }
        guard raw.count >= 2, raw.bytes.bigEndian(at: 0, as: UInt16.self) == 0x1f8b else { return true }
        do {
            gzip = try GzipStage(packed: raw)
        } catch {
            throw .cannotRead(path: path, reason: "no memory for inflating")
        }
        window = Slab(capacity: Self.pieceLength)
        return false
    }

    /// Adds some bytes to the window; false when there are no more.
    ///
    /// Of a compressed pipe it reads once, whether that brings bytes or not: what is behind that may not be there yet.
    private mutating func read() throws(CaptureFailure) -> Bool {
        guard let gzip else { return try fill(window) > 0 }
        let before = window.count
        var mayRead = totalBytes != nil || gzip.needsInput
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
            if got == -Int(EAGAIN) {
                // Somebody else made standard input so that it does not block.
                while !hasInput(within: Self.inputWait) {}
                continue
            }
            if got < 0 { throw .cannotRead(path: path, reason: Self.words(Int32(clamping: -got))) }
            bytesRead += got
            guard got == 0, let follow, waited < follow else { return got }
            usleep(Self.followInterval)
            waited = waited + StreamDuration(nanoseconds: Int64(Self.followInterval) * 1_000)
        }
    }

    private static func words(_ number: Int32) -> String { String(cString: strerror(number)) }
}
