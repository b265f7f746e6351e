/// To which project a file belongs, see chattr(1), `p` and `P`.
package struct Project: Hashable, Sendable {
    package let id: UInt32
    /// Whether a directory hands it down to what is made in it.
    package let isHandedDown: Bool

    package init(id: UInt32, isHandedDown: Bool) {
        self.id = id
        self.isHandedDown = isHandedDown
    }
}
