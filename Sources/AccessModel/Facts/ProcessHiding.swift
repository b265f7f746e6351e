/// Whom a mount of proc(5) shows the processes of others: its option `hidepid`.
package struct ProcessHiding: Hashable, Sendable {
    package enum Level: Hashable, Sendable {
        /// `hidepid=noaccess` or 1: the folder is seen, and cannot be searched.
        case noAccess
        /// `hidepid=invisible` or 2: the folder is not there either.
        case invisible
        /// `hidepid=ptraceable` or 4: the same, and for the group too.
        case ptraceable
    }

    package var level: Level
    /// The option `gid`, whose members see everything; nil where it is not known which group of ours it is.
    package var group: UInt32?

    /// The users that made the user namespace of the process and those above it, up to that of whoever asks; nil
    /// where they cannot be seen.
    package var creators: [UInt32]? = []

    package init(_ level: Level, group: UInt32?) {
        self.level = level
        self.group = group
    }
}
