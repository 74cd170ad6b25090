import Glibc

/// nginx with one worker that serves two files: sendfile on, no access log, everything else as it comes.
final class NginxPeer {
    let port: UInt16
    private let folder: String
    private let program: ChildProgram

    /// How often and for how many microseconds its start is waited for.
    private static let (tries, pause) = (200, useconds_t(10_000))

    /// Starts it with `files`, by name; nil with a sentence on standard error when that fails.
    init?(_ files: [String: [UInt8]]) {
        folder = "/tmp/svmbench-nginx-\(getpid())"
        guard let port = Self.freePort(), mkdir(folder, 0o755) == 0 else {
            Bench.say("cannot make \(folder)")
            return nil
        }
        self.port = port
        for (name, bytes) in files { Self.write(bytes, to: "\(folder)/\(name)") }
        Self.write(Array(Self.configuration(folder, port).utf8), to: "\(folder)/nginx.conf")
        guard let program = ChildProgram("nginx", ["-p", folder, "-c", "\(folder)/nginx.conf"]) else {
            Bench.say("nginx cannot be started: install nginx-light")
            return nil
        }
        self.program = program
        guard (0..<Self.tries).contains(where: { _ in Self.answers(port) || usleep(Self.pause) != 0 }) else {
            Bench.say("nginx does not answer at port \(port)")
            return nil
        }
    }

    deinit {
        program.stop()
        _ = ChildProgram.output(of: "rm", ["-r", folder])
    }

    var processorSeconds: Double { program.processorSeconds }

    private static func configuration(_ folder: String, _ port: UInt16) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
        return """
            daemon off; master_process off; worker_processes 1; pid \(folder)/pid; error_log /dev/null;
            events { worker_connections 1024; }
            http {
                access_log off; sendfile on; keepalive_requests 1000000000; \(temporary.joined(separator: " "))
                types { video/mp2t ts; application/vnd.apple.mpegurl m3u8; }
                server { listen 127.0.0.1:\(port); root \(folder); }
            }
            """
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        defer { if file >= 0 { close(file) } }
        bytes.withUnsafeBytes { _ = Glibc.write(file, $0.baseAddress, $0.count) }
    }

    /// A port that nobody uses at this moment.
    private static func freePort() -> UInt16? {
        withSocket { socket, address, size in
            var size = size
            guard bind(socket, address, size) == 0, getsockname(socket, address, &size) == 0 else { return nil }
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }

    private static func answers(_ port: UInt16) -> Bool {
        withSocket(port) { socket, address, size in connect(socket, address, size) == 0 }
    }

    private static func withSocket<R>(
        _ port: UInt16 = 0, _ body: (Int32, UnsafeMutablePointer<sockaddr>, socklen_t) -> R
    ) -> R {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
