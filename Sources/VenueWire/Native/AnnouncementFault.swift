/// Why a body is no announcement that we can use, in the order of the classes of definitions C6.
public enum AnnouncementFault: Error, Hashable, Sendable {
    /// The body is not one JSON object in UTF-8; counted in bytes from 0, where it stops being one.
    case invalidJSON(offset: Int)
    /// `version` is absent, not of the form "1.2", or of another major version; nil when it is no text.
    case version(String?)
    /// A field that our version requires is absent or cannot be meant; the key's path, such as "channel.port".
    case malformed(field: String)
}
