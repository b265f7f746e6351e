package import Kernel

/// The effect of a filter on a system call that it refuses.
package enum SystemCallRefusal: Hashable, Sendable {
    case error(Errno)
    /// The process ends with `SIGSYS`.
    case killed
}

/// The filters of system calls with which systemd starts a service; see seccomp(2).
package struct SystemCallFilters: Hashable, Sendable {
    /// `RestrictAddressFamilies=`.
    package var addressFamilies: RestrictionList<AddressFamily>?
    /// `SystemCallFilter=`.
    package var systemCalls: RestrictionList<String>?
    /// `SystemCallErrorNumber=`.
    package var refusal = SystemCallRefusal.killed

    package init() {}
}

/// The system calls of one use, in their order.
package struct SystemCallUse: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// One of these calls.
        ///
        /// - Parameter newer: Calls of kernels that systemd 252 does not know, which would do as well.
        case call([String], newer: [String] = [])
        /// A socket of one of these families.
        case family([AddressFamily])
    }

    /// The steps that come before the kernel decides about the use.
    package var steps: [Step]
    /// Those after it.
    package var later: [Step]

    package init(_ steps: [Step], later: [Step] = []) {
        (self.steps, self.later) = (steps, later)
    }

    package static let none = Self([])
}

extension SystemCallFilters {
    /// A refused system call.
    package struct Refusal: Hashable, Sendable {
        package var setting: NamedSetting
        /// For example `openat(2)` or `AF_INET`.
        package var object: String
        package var effect: SystemCallRefusal
        package var step: SystemCallUse.Step
    }

    package enum Decision: Hashable, Sendable {
        case permitted
        case refused(Refusal)
        /// Some ways are refused, and others are not.
        case inPart(Refusal)
    }

    /// Decides about some steps. The first one that is not permitted counts.
    package func decision(on steps: [SystemCallUse.Step]) -> Decision {
        for step in steps {
            let refusals: [Refusal?]
            // Programs need none of these, but could use them.
            var others: [Refusal?] = []
            switch step {
            case .call(let calls, let newer):
                refusals = calls.map { refusal(of: $0, step) }
                others = newer.map { refusal(of: $0, step) }
            case .family(let families):
                refusals = families.map { refusal(of: $0, step) }
            }
            guard let first = refusals.compactMap(\.self).first else { continue }
            return (refusals + others).contains(nil) ? .inPart(first) : .refused(first)
        }
        return .permitted
    }

    /// The setting with which systemd cannot load the filter; nil if there is none. In a list of permitted calls, a call
    /// with an effect of its own must not have that of all other calls.
    ///
    /// - SeeAlso: EACCES of seccomp_rule_add(3).
    package var unloadable: NamedSetting? {
        guard let systemCalls, systemCalls.isAllowList else { return nil }
        let same = systemCalls.members.filter { $0.effect == refusal }.map(\.entry)
        return same.min().flatMap { systemCalls.refusal(of: $0)?.setting }
    }

    private func refusal(of call: String, _ step: SystemCallUse.Step) -> Refusal? {
        guard let (setting, own) = systemCalls?.refusal(of: call) else { return nil }
        let effect = own ?? refusal
        return Refusal(setting: setting, object: "\(call)(2)", effect: effect, step: step)
    }

    private func refusal(of family: AddressFamily, _ step: SystemCallUse.Step) -> Refusal? {
        guard let (setting, _) = addressFamilies?.refusal(of: family) else { return nil }
        let effect = SystemCallRefusal.error(.EAFNOSUPPORT)
        return Refusal(setting: setting, object: family.name, effect: effect, step: step)
    }

    /// Adds what a step may need.
    ///
    /// - Returns: The line for the unit.
    package mutating func permit(_ step: SystemCallUse.Step) -> String {
        switch step {
        case .call(let calls, _):
            let line = "SystemCallFilter=\(calls.joined(separator: " "))"
            for call in calls { systemCalls?.add(call, isInverted: false, in: .added(line)) }
            return line
        case .family(let families):
            let names = families.map(\.name).joined(separator: " ")
            let line = "RestrictAddressFamilies=\(names)"
            for family in families {
                addressFamilies?.add(family, isInverted: false, in: .added(line))
            }
            return line
        }
    }
}

extension NamedSetting {
    fileprivate static func added(_ line: String) -> Self {
        Self(line, at: SettingPlace(file: "", line: 1))
    }
}
