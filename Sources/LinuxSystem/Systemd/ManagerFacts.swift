/// systemd's facts about itself.
package struct ManagerFacts: Hashable, Sendable {
    /// The control group of its own process, as systemd sees the hierarchy.
    ///
    /// - SeeAlso: `manager_setup_cgroup` in src/core/cgroup.c of systemd.
    package let controlGroup: String
    /// The time at which it last read all unit files, at boot or at a reload, in microseconds since 1970.
    package let readTime: UInt64

    package init(controlGroup: String, readTime: UInt64) {
        (self.controlGroup, self.readTime) = (controlGroup, readTime)
    }

    /// Parses the answer to `GetAll`, see org.freedesktop.systemd1(5).
    init(reading reply: BusMessage) throws(BusFailure) {
        // The last is 0 before the first reload, and missing before systemd 250.
        let names = ["ControlGroup", "UnitsLoadStartTimestamp", "UnitsLoadTimestamp"]
        let found = try reply.properties(Set(names))
        guard let root = found[names[0]]?.text, let start = found[names[1]]?.largeNumber else {
            throw BusFailure.unreadable("it has no `\(names[0])`, or no `\(names[1])`")
        }
        let reload = found[names[2]]?.largeNumber ?? 0
        self.init(controlGroup: root + "/init.scope", readTime: max(start, reload))
    }
}
