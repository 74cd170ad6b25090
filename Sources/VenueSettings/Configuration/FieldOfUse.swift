/// The triplet that licenses channels: only those announced with the same three names are for this application.
public struct FieldOfUse: Sendable, Hashable {
    /// The venue.
    public var venueName: String
    /// Who owns the content.
    public var contentOwner: String
    /// Who made the application.
    public var appDeveloper: String

    /// A triplet.
    public init(venueName: String, contentOwner: String, appDeveloper: String) {
        self.venueName = venueName
        self.contentOwner = contentOwner
        self.appDeveloper = appDeveloper
    }
}
