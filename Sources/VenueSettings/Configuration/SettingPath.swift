/// Where a value stands in a JSON text: the keys and numbers that lead to it from the outermost object.
public struct SettingPath: Sendable, Hashable {
    /// One step towards a value.
    public enum Step: Sendable, Hashable {
        /// To the value of a key.
        case key(String)
        /// To an element of a list, counted from 0.
        case index(Int)
    }

    /// The steps, from the outermost object on.
    public var steps: [Step]

    /// The place that `steps` lead to; the outermost object without any.
    public init(_ steps: [Step] = []) { self.steps = steps }

    /// The place that people write as `wifi.accessPoints[2].bssid`; dots and brackets within a key cannot be written so.
    public init(_ text: String) {
        steps = []
        for part in text.split(separator: ".") {
            let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
            if let key = pieces.first, !key.isEmpty { steps.append(.key(String(key))) }
            for piece in pieces.dropFirst() {
                steps.append(Int(piece.dropLast()).map(Step.index) ?? .key(String(piece)))
            }
        }
    }

    /// The place of `key` within the object that stands here.
    func key(_ key: String) -> Self { Self(steps + [.key(key)]) }

    /// The place of an element of the list that stands here.
    func index(_ index: Int) -> Self { Self(steps + [.index(index)]) }
}

extension SettingPath: CustomStringConvertible {
    /// The path as messages write it, such as `wifi.accessPoints[2].bssid`.
    public var description: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += text.isEmpty ? key : ".\(key)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
