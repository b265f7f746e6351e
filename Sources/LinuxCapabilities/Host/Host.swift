package import Procedures

/// The system that capabilities ask. It is opaque: a capability takes one, and passes its questions on.
///
/// Two hosts are equal if they are the same host.
public struct Host: Sendable {
    /// The interface by which a family of capabilities asks a host.
    ///
    /// A family registers by creating one with the probe of this machine. ``Host`` knows no family.
    package final class Family<Probe: Sendable>: Sendable {
        fileprivate let live: Probe

        /// - Parameter live: Answers for this machine.
        package init(live: Probe) { self.live = live }
    }

    private final class Replacement<Probe: Sendable>: Sendable {
        let family: Family<Probe>
        let probe: Probe

        init(_ family: Family<Probe>, _ probe: Probe) {
            self.family = family
            self.probe = probe
        }
    }

    private final class Identity: Sendable {
        /// The probes that differ from those of this machine.
        let replacements: [any AnyObject & Sendable]
        let timer: DeadlineTimer

        init(_ replacements: [any AnyObject & Sendable], _ timer: DeadlineTimer) {
            self.replacements = replacements
            self.timer = timer
        }
    }

    /// The machine that this process runs on.
    public static let live = Host(Identity([], .shared))

    /// Identifies the host, and holds all its parts, because every capability has a copy.
    private let identity: Identity

    private init(_ identity: Identity) { self.identity = identity }

    /// Measures the time of waits.
    package var timer: DeadlineTimer { identity.timer }

    /// Returns the probe that answers a family's questions.
    package subscript<Probe>(family: Family<Probe>) -> Probe {
        for replacement in identity.replacements {
            if let known = replacement as? Replacement<Probe>, known.family === family {
                return known.probe
            }
        }
        return family.live
    }

    /// Returns another host with this probe for a family's questions.
    package func asking<Probe>(_ family: Family<Probe>, by probe: Probe) -> Host {
        let new = Replacement(family, probe)
        return Host(Identity([new] + identity.replacements, timer))
    }

    /// Returns another host that measures waits with this timer.
    package func waiting(by timer: DeadlineTimer) -> Host {
        Host(Identity(identity.replacements, timer))
    }
}

extension Host: Hashable {
    public static func == (one: Host, other: Host) -> Bool { one.identity === other.identity }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
