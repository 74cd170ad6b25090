import CLibAV

/// Why libav refused something.
public struct LibAVError: Error, Equatable, Sendable {
    /// libav's own code, negative.
    public var code: Int32

    /// The error of a code.
    public init(code: Int32) { self.code = code }

    /// libav says that the input ended.
    public static let ended = Self(code: clibav_eof)

    /// libav did what it does not do.
    static let unexpected = Self(code: clibav_error(EINVAL))

    /// libav's messages are for its own developers; what matters comes back as a code.
    static func silenceMessages() { _ = silence }
    private static let silence: Void = av_log_set_level(AV_LOG_QUIET)
}
