import AccessModel
import Capabilities
import LinuxCapabilities

/// What Linux authorizes wherever it authorizes a capability, for the same subject.
@Sendable func linuxImplications(_ capability: any Capability) -> [any Capability] {
    switch capability {
    case let file as FileAccess: file.implied
    case let capability as ProcessCapability: capability.implied
    default: []
    }
}

extension FileAccess {
    fileprivate var implied: [FileAccess] {
        question.implied.compactMap { operation in
            [.read, .write, .append].first { $0.operation == operation }
        }.map { FileAccess($0, path, follow: follow, as: subject, asking: asking) }
    }

    /// As the model knows it.
    var question: FileQuestion { FileQuestion(action.operation, Array(path.utf8), follow: follow) }
}

extension ProcessCapability {
    /// What is effective is permitted, and what is ambient is permitted and inheritable, at all times; see
    /// capabilities(7).
    fileprivate var implied: [ProcessCapability] {
        let sets: [CapabilitySet] =
            switch self.set {
            case .effective: [.permitted]
            case .ambient: [.permitted, .inheritable]
            case .permitted, .inheritable, .bounding: []
            }
        return sets.map { ProcessCapability(capability, in: $0, as: subject) }
    }
}
