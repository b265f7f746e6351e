import Procedures

extension Subject {
    /// What may change of a subject besides its end, and nobody tells.
    var untold: Reason? {
        switch self {
        case .current, .user: nil
        case .process:
            Reason(
                "not-watched",
                description,
                "may change its ids and kernel capabilities, and the kernel tells only of its end"
            )
        case .unit:
            Reason(
                "not-watched",
                description,
                "has a main process that may change its ids and kernel capabilities, and the kernel "
                    + "tells only of its end"
            )
        }
    }
}
