/// The things that a service may use, or may not use, as the lines of a setting list them.
///
/// The first line decides which of the two the list is. A line of the other kind removes entries.
/// - SeeAlso: `config_parse_address_families` in src/core/load-fragment.c of systemd, and
///   `seccomp_parse_syscall_filter` in src/shared/seccomp-util.c.
package struct RestrictionList<Entry: Hashable & Sendable>: Hashable, Sendable {
    /// How an entry is treated.
    private enum Treatment: Hashable, Sendable {
        /// As the list treats its entries.
        case listed
        /// It is refused in this way, whichever kind the list is.
        case refused(SystemCallRefusal)
    }

    /// True if the list is what the service may use.
    package let isAllowList: Bool
    private let first: NamedSetting
    private var entries: [Entry: Treatment] = [:]
    /// The last line that named an entry.
    private var lines: [Entry: NamedSetting] = [:]

    package init(isAllowList: Bool, from first: NamedSetting) {
        (self.isAllowList, self.first) = (isAllowList, first)
    }

    /// - Parameters:
    ///   - isInverted: True in a line that begins with `~`.
    ///   - refusal: The effect that the line gives this entry.
    package mutating func add(
        _ entry: Entry,
        isInverted: Bool,
        _ refusal: SystemCallRefusal? = nil,
        in line: NamedSetting
    ) {
        lines[entry] = line
        if isInverted != isAllowList || isInverted && refusal != nil {
            entries[entry] = refusal.map(Treatment.refused) ?? .listed
        } else {
            entries[entry] = nil
        }
    }

    /// Returns the setting that refuses an entry, and the effect if it is the entry's own; nil if nothing does.
    package func refusal(
        of entry: Entry
    ) -> (setting: NamedSetting, effect: SystemCallRefusal?)? {
        let line = lines[entry] ?? first
        switch (entries[entry], isAllowList) {
        case (.listed?, true), (nil, false): return nil
        case (.refused(let effect)?, _): return (line, effect)
        case (.listed?, false), (nil, true): return (line, nil)
        }
    }

    /// False for a list of things to refuse without entries.
    private var restricts: Bool { isAllowList || !entries.isEmpty }

    /// The entries, and the effect that each of them has; nil for that of the list.
    package var members: [(entry: Entry, effect: SystemCallRefusal?)] {
        entries.map { entry, treatment in
            if case .refused(let effect) = treatment { (entry, effect) } else { (entry, nil) }
        }
    }

    /// The first line, with which the list restricts something.
    package var setting: Placed<Bool>? {
        restricts ? Placed(true, first.text, at: first.place) : nil
    }
}
