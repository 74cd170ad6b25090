public import Bytes

extension SessionDescription {
    /// Appends the description, lines ending in CR LF; line ends inside values are the caller's fault and are left out.
    public func write(to writer: inout ByteWriter) {
        var lines = ["v=0", "o=\(origin.text)", "s=\(name.isEmpty ? " " : name)"]
        if let title { lines.append("i=\(title)") }
        if let connection { lines.append("c=\(connection.text)") }
        lines += bandwidths.map { "b=\($0.modifier):\($0.value)" }
        lines.append("t=\(start) \(stop)")
        lines += attributes.map { "a=\($0.text)" }
        for section in media { lines += section.lines }
        for line in lines {
            writer.write(contentsOf: line.utf8.filter { $0 != 0x0a && $0 != 0x0d && $0 != 0 })
            writer.write(utf8: "\r\n")
        }
    }
}

extension SessionMedia {
    fileprivate var lines: [String] {
        let ports = portCount > 1 ? "\(port)/\(portCount)" : "\(port)"
        var lines = ["m=" + ([kind, ports, transport] + formats).joined(separator: " ")]
        if let title { lines.append("i=\(title)") }
        lines += connections.map { "c=\($0.text)" }
        lines += bandwidths.map { "b=\($0.modifier):\($0.value)" }
        lines += attributes.map { "a=\($0.text)" }
        return lines
    }
}
