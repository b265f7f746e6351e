package import Kernel

/// The effect of a filter on a system call that it refuses.
package enum SystemCallRefusal: Hashable, Sendable {
    case error(Errno)
    /// The process ends with `SIGSYS`.
    case killed
    /// The thread ends with `SIGSYS`, or gets this signal.
    case threadKilled, signalled
}

/// The filters of system calls with which systemd starts a service, or those of a process; see seccomp(2).
package struct SystemCallFilters: Hashable, Sendable {
    /// `RestrictAddressFamilies=`.
    package var addressFamilies: RestrictionList<AddressFamily>?
    /// `SystemCallFilter=`.
    package var systemCalls: RestrictionList<String>?
    /// `SystemCallErrorNumber=`.
    package var refusal = SystemCallRefusal.killed
    /// Those that a process has loaded, in place of settings.
    package var loaded: Loaded?

    package enum Loaded: Hashable, Sendable {
        case known(LoadedFilters)
        /// The reason continues a sentence about the filters.
        case unknown(String)
    }

    package init() {}
}

/// The system calls of one use, in their order.
package struct SystemCallUse: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// One of these calls, as programs make them.
        ///
        /// - Parameter others: Calls that no program needs, and that would do as well.
        case call([String], others: [String] = [])
        /// A socket of one of these families.
        ///
        /// - Parameters:
        ///   - others: Families whose sockets would do as well.
        ///   - calls: Calls other than socket(2) whose sockets would do as well.
        case family([AddressFamily], others: [AddressFamily] = [], calls: [String] = [])
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
        /// Nil for a filter that a process has loaded.
        package var setting: NamedSetting?
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
        /// The filters of a process may refuse a way, or may do anything.
        case notKnown(String, UnknownSetting.Direction)
    }

    /// The treatment of one way.
    private enum Treatment {
        case permitted
        case refused(Refusal)
        /// It depends on arguments.
        case either(Refusal)
        case notKnown(String, UnknownSetting.Direction)

        var refusal: Refusal? {
            switch self {
            case .refused(let refusal), .either(let refusal): refusal
            case .permitted, .notKnown: nil
            }
        }

        var isRefused: Bool { if case .refused = self { true } else { false } }
    }

    /// Decides about some steps. The first one that is not permitted counts.
    package func decision(on steps: [SystemCallUse.Step]) -> Decision {
        for step in steps {
            let ways: [Treatment]
            let others: [Treatment]
            switch step {
            case .call(let calls, let further):
                ways = calls.compactMap { treatment(of: $0, step) }
                others = further.compactMap { treatment(of: $0, step) }
            case .family(let families, let further, let calls):
                ways = families.compactMap { treatment(of: $0, step) }
                others =
                    further.compactMap { treatment(of: $0, step) }
                    + calls.compactMap { treatment(of: $0, step) }
            }
            for case .notKnown(let problem, let direction) in ways {
                return .notKnown(problem, direction)
            }
            guard let first = ways.compactMap(\.refusal).first else { continue }
            return (ways + others).allSatisfy(\.isRefused) ? .refused(first) : .inPart(first)
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

    /// - Returns: nil for a call that is no way: this architecture does not have it, or a later step decides about it.
    private func treatment(of call: String, _ step: SystemCallUse.Step) -> Treatment? {
        if let loaded {
            // The step of its family follows.
            guard call != "socket" else { return nil }
            return treatment(of: call, by: loaded, "\(call)(2)", step)
        }
        guard let (setting, own) = systemCalls?.refusal(of: call) else { return .permitted }
        let effect = own ?? refusal
        return .refused(
            Refusal(setting: setting, object: "\(call)(2)", effect: effect, step: step)
        )
    }

    private func treatment(of family: AddressFamily, _ step: SystemCallUse.Step) -> Treatment? {
        if let loaded {
            let number = UInt32(family.rawValue)
            let first = FilteredCall.Argument(low: number, high: 0)
            let found = treatment(of: "socket", [0: first], by: loaded, family.name, step)
            guard let found, found.isRefused else { return found }
            // Programs leave the high bits at 0. The kernel does not look at them.
            let any = FilteredCall.Argument(low: number, high: nil)
            return treatment(of: "socket", [0: any], by: loaded, family.name, step)
        }
        guard let list = addressFamilies, let (setting, _) = list.refusal(of: family) else {
            return .permitted
        }
        let effect = SystemCallRefusal.error(.EAFNOSUPPORT)
        let refusal = Refusal(setting: setting, object: family.name, effect: effect, step: step)
        // The filter compares 64 bits, and the kernel takes the low 32 of them. Other high bits pass a list of refused
        // families (seccomp_restrict_address_families, src/shared/seccomp-util.c).
        return list.isAllowList ? .refused(refusal) : .either(refusal)
    }

    /// - Parameter arguments: The arguments of the call that are known.
    private func treatment(
        of call: String,
        _ arguments: [Int: FilteredCall.Argument] = [:],
        by loaded: Loaded,
        _ object: String,
        _ step: SystemCallUse.Step
    ) -> Treatment? {
        guard let number = SystemCallNumber.of(call) else { return nil }
        let filters: LoadedFilters
        switch loaded {
        case .known(let known): filters = known
        case .unknown(let problem): return .notKnown(problem, .takesAway)
        }
        guard let actions = filters.actions(on: FilteredCall(number, arguments: arguments)) else {
            return .notKnown("decide about \(object) in too many ways", .takesAway)
        }
        var effects: [SystemCallRefusal] = []
        for action in actions {
            switch action {
            case .permits: break
            case .fails(let code) where code.rawValue == 0:
                return .notKnown("let \(object) succeed without effect", .either)
            case .fails(let code): effects.append(.error(code))
            case .signals: effects.append(.signalled)
            case .endsThread: effects.append(.threadKilled)
            case .endsProcess: effects.append(.killed)
            case .asksTracer: return .notKnown("leave \(object) to a tracer", .either)
            case .asksSupervisor: return .notKnown("leave \(object) to a supervisor", .either)
            }
        }
        guard let effect = effects.first else { return .permitted }
        let refusal = Refusal(setting: nil, object: object, effect: effect, step: step)
        return effects.count == actions.count ? .refused(refusal) : .either(refusal)
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
        case .family(let families, _, _):
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
