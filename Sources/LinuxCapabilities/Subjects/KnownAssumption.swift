package import LinuxSystem
package import Procedures

/// Every assumption that an answer of this library can name.
package enum KnownAssumption: String, CaseIterable, Sendable {
    /// An enforcing security module permits the use to the label of the subject.
    case securityLabel = "security-label"
    /// The seccomp filters of the subject permit its system calls.
    case seccompFilter = "seccomp-filter"
    /// The subject may be in a Landlock domain, which permits the use.
    case landlockPossible = "landlock-possible"
    /// The device controller of the subject's control group permits the use of a device.
    case deviceController = "device-controller"
    /// The confinement of the subject could not be read.
    case confinementUnknown = "confinement-unknown"
    /// This process asked the network, and filters may distinguish it from the subject.
    case askedInItsPlace = "asked-in-its-place"
    /// The user that systemd makes up for a service owns no file yet.
    case dynamicUser = "dynamic-user"
    /// systemd has another version than the one that Warrant follows, or is assumed to have that one.
    case managerVersion = "manager-version"

    package var code: Assumption.Code { Assumption.Code(rawValue: rawValue) }
}

extension Assumption {
    package init(_ known: KnownAssumption, _ clause: String) { self.init(known.code, clause) }
}

extension Confinement {
    /// The assumptions of a yes about a subject with this confinement.
    package var assumptions: [Assumption] {
        var all: [Assumption] = []
        for label in labels where label.isEnforcing {
            let name = label.text.map { "the label `\($0)`" } ?? "a label that cannot be read"
            all.append(.init(.securityLabel, "\(label.module.name) permits it to \(name)"))
        }
        if isFiltered { all.append(.init(.seccompFilter, "no seccomp filter refuses it")) }
        if hasNoNewPrivileges, mayHaveLandlock {
            let clause = "no Landlock domain refuses it (no_new_privs is set, so there may be one)"
            all.append(.init(.landlockPossible, clause))
        }
        return all
    }
}

extension Host {
    /// Returns the assumptions about the confinement of a subject. There are none about a user or a service that has no
    /// process yet.
    ///
    /// - Parameter judgesFilters: True if the verdict judges the seccomp filters of the subject where this host reads
    ///   them.
    package func assumptions(
        of subject: Subject,
        judgingFilters judgesFilters: Bool = true
    ) async -> [Assumption] {
        do {
            let pid: Int32
            switch subject {
            case .current: return try processes.ownConfinement().assumptions
            case .user, .unitFile, .restartedUnit: return []
            case .process(let number): pid = number
            case .unit, .container:
                guard case .known(let identity) = try await identity(of: subject),
                    let place = identity.place
                else { return [Self.notRead("it has no main process")] }
                pid = place.pid
            }
            let all = try await processes.confinement(ofProcess: pid).assumptions
            guard judgesFilters, processes.readsFilters else { return all }
            return all.filter { $0.code != KnownAssumption.seccompFilter.code }
        } catch {
            return [Self.notRead("\(error)")]
        }
    }

    private static func notRead(_ problem: String) -> Assumption {
        .init(.confinementUnknown, "nothing confines it, which could not be read: \(problem)")
    }
}
