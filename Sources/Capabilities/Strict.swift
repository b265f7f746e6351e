public import Procedures

/// A capability that is authorized only if its yes has no assumptions. A yes with assumptions is undetermined.
///
/// ```swift
/// .condition(AuthorizedFor(Strict(FileAccess(.read, "/srv/key"))))
/// ```
///
/// A permit for it hands nothing over.
public struct Strict<Base: Capability>: Capability {
    /// A status, with the assumptions of a yes.
    public struct Status: AuthorizationStatus {
        public let base: Base.Status
        public let assumes: [Assumption]
        fileprivate let name: String

        public func meets(_ requirement: Base.Status.Requirement) -> Verdict {
            base.meets(requirement).assuming(assumes, about: name).strict
        }

        public var isForThisOnce: Bool { base.isForThisOnce }
    }

    public let base: Base

    public init(_ base: Base) { self.base = base }

    public var name: String { base.name }
    public var requirement: Base.Status.Requirement { base.requirement }
    public var subjectName: String { base.subjectName }

    public func isAvailable() async -> Availability { await base.isAvailable() }

    public func authorizationStatus() async throws -> Status {
        await status(try await base.authorizationStatus())
    }

    public func requestAuthorization() async throws -> Status {
        await status(try await base.requestAuthorization())
    }

    public var updates: StatusUpdates<Status> {
        base.updates.looking { try await authorizationStatus() }
    }

    private func status(_ found: Base.Status) async -> Status {
        let isYes = found.meets(base.requirement).isAuthorized
        return Status(base: found, assumes: isYes ? await base.assumptions() : [], name: name)
    }
}

extension Strict: Askable where Base: Askable {
    package var canBeAskedFor: Bool { base.canBeAskedFor }
}

extension Strict: MakingCapability where Base: MakingCapability {
    package var making: (any Capability)? { base.making?.strict }
}

extension Capability {
    /// The same capability as ``Strict``, if its type is not known statically.
    package var strict: any Capability { Strict(self) }
}
