/// The place that a policy is read from.
package enum PolicyPlace: Hashable, Sendable {
    case path(String)
    case standardInput

    /// The name of the place in messages.
    package var name: String {
        switch self {
        case .path(let path): path
        case .standardInput: Self.standardInputName
        }
    }

    static let standardInputName = "<stdin>"
}
