public import Bytes

/// Why bytes are not the message they were read as.
public enum ParseError: Error, Equatable, Sendable {
    /// The message ends before it is whole.
    case truncated(Truncation)
    /// Its version is not the one that we read.
    case unsupportedVersion(UInt8)
    /// A length inside it contradicts the datagram's length.
    case badLength
    /// RTP or RTCP padding of 0 bytes, or of more than there are.
    case badPadding(UInt8)
    /// A packet type that cannot stand at this place (RFC 3550, A.2).
    case unexpectedType(UInt8)
    /// A repair packet of another code than XOR, or of no packets at all (SMPTE 2022-1).
    case unsupportedCode
    /// The payload is encrypted, so nothing can be read from it (RFC 2974, section 6).
    case encrypted
    /// The compressed payload cannot be inflated, or is larger than the limit.
    case badCompression
    /// The text is not UTF-8, or holds NUL.
    case notText
    /// A required line is missing or cannot be read; the letter is the line's type (RFC 8866, section 5).
    case badLine(UInt8)
    /// There is more of something than the named limit allows.
    case limitExceeded
}
