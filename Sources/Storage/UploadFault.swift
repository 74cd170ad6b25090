/// Why the body of an upload is refused.
public enum UploadFault: Error, Hashable, Sendable {
    /// It has more bytes than any upload needs.
    case tooLong(bytes: Int)
    /// It is not a JSON object; where it stops being one.
    case notJSON(String)
    /// It is of another shape; which key, what it got and what it wants.
    case shape(String)
}

extension UploadFault: CustomStringConvertible {
    /// One sentence: what is wrong, where, and what is wanted.
    public var description: String {
        switch self {
        case .tooLong(let bytes):
            "an upload of \(bytes) bytes is too long: at most \(ReporterUpload.sizeLimit) are taken here"
        case .notJSON(let reason): "the upload is not a JSON object: \(reason)"
        case .shape(let sentence): sentence
        }
    }
}
