package import Kernel

/// A question of a decision about a file, or an object on its path.
package enum TraceStep: Hashable, Sendable {
    /// A symbolic link that was followed.
    case link(PlaceID)
    /// A permission. For a directory on the path it is search permission.
    case permission(Permissions, PlaceID)
    /// The file at the end of the path.
    case object(PlaceID)
    /// A name that does not exist.
    case missing(PlaceID)

    package var place: PlaceID {
        switch self {
        case .link(let place), .permission(_, let place), .object(let place), .missing(let place):
            place
        }
    }
}
