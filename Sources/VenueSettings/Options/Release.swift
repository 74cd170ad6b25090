/// Which release this is.
public enum Release {
    /// The version that every tool shows (semantic versioning).
    public static let version = "0.1.0"
}
