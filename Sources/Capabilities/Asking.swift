/// The number of times that a gate asks for its capability if a look is not enough.
///
/// Asking may start or stop a unit, wait for a peer, or prompt a person. Every gate only looks unless it is given a
/// number here.
///
/// ```swift
/// AuthorizedFor(SystemdUnit("db.service", .active))                  // looks
/// AuthorizedFor(SystemdUnit("db.service", .active), asking: .once)   // starts it if needed
/// ```
public struct Asking: Hashable, Sendable {
    package let maximum: Int

    /// Only looks.
    public static let never = Asking(maximum: 0)
    public static let once = Asking(maximum: 1)

    /// Asks up to `count` times, until a look is enough; zero or less only looks.
    public static func times(_ count: Int) -> Asking { Asking(maximum: max(count, 0)) }
}
