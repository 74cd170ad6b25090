/// Damages valid messages in ways that the same seed repeats.
public enum Mutation {
    /// `message` with a few bytes changed, cut, doubled or inserted.
    public static func mutated(_ message: [UInt8], with generator: inout SeededGenerator) -> [UInt8] {
        var bytes = message
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            guard !bytes.isEmpty else { return [UInt8.random(in: 0...255, using: &generator)] }
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 2: bytes[place] = [0, 0xff, 0x7f, 0x80].randomElement(using: &generator) ?? 0
            case 3: bytes.removeLast(bytes.count - place)
            case 4: bytes.insert(contentsOf: bytes[place...].prefix(16), at: place)
            default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            }
        }
        return bytes
    }
}
