/// The extent to which a mount of proc(5) hides the processes of other users: its option `hidepid`.
package struct ProcessHiding: Hashable, Sendable {
    package enum Level: Hashable, Sendable {
        /// `hidepid=noaccess` or 1: the directory is visible, but cannot be searched.
        case noAccess
        /// `hidepid=invisible` or 2: the directory is not visible either.
        case invisible
        /// `hidepid=ptraceable` or 4: as `invisible`, and also for members of the group.
        case ptraceable
    }

    package var level: Level
    /// The option `gid`. Its members see everything. Nil if it is unknown which group here it is.
    package var group: UInt32?

    /// The creators of the process's user namespace and of its ancestors, up to the namespace of the caller. Nil if
    /// they cannot be read.
    package var creators: [UInt32]? = []

    package init(_ level: Level, group: UInt32?) {
        self.level = level
        self.group = group
    }
}
