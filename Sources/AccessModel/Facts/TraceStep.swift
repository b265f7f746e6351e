package import Kernel

/// What a decision asked of a file, or met on its way.
package enum TraceStep: Hashable, Sendable {
    /// A symbolic link that was followed.
    case link(PlaceID)
    /// A permission: to search, for a directory on the way.
    case permission(Permissions, PlaceID)
    /// The file that the path leads to.
    case object(PlaceID)
    /// A name that is free.
    case missing(PlaceID)

    package var place: PlaceID {
        switch self {
        case .link(let place), .permission(_, let place), .object(let place), .missing(let place):
            place
        }
    }
}
