import Capabilities
import LinuxCapabilities
import Policies
import PolicyAuthoring
import PolicyLanguage

/// The meaning of a requirement, without differences that affect no answer. It is written independently of the rules.
indirect enum Normal: Hashable {
    case asks(String)
    case all([Normal])
    case any([Normal])
    case not(Normal)
    case when(Normal, Normal)
    case within(Duration, Normal)

    fileprivate var hasCondition: Bool { if case .when = self { true } else { false } }

    /// True if `--authorize` would ask for the requirement if it came first.
    fileprivate var isAsked: Bool {
        switch self {
        case .asks(let name): name.hasPrefix("confirm ") || name.hasPrefix("unit ")
        case .all(let parts), .any(let parts): parts.contains(where: \.isAsked)
        case .within(_, let part), .when(_, let part): part.isAsked
        case .not: false
        }
    }
}

extension Policy {
    /// The normal form of each requirement that counts, without duplicates. Requirements that prompt a person stay as
    /// often as they are written.
    var normal: [String] {
        var seen: Set<[AnyHashable]> = []
        return requirements.compactMap { requirement in
            let normal = Normal(requirement.part)
            let key: [AnyHashable] = [requirement.rule, requirement.part.severity, normal]
            guard normal.isAsked || seen.insert(key).inserted else { return nil }
            return "\(requirement.rule) \(requirement.part.severity) \(normal)"
        }
    }
}

extension Normal {
    fileprivate init(_ part: Policy.Part) {
        var normal: Normal
        switch part.kind {
        case .question(let capability):
            let name = (capability as? FileAccess)?.nameByTheModel ?? capability.name
            normal = .asks("\(name) \(capability.subjectName)")
        case .all(let parts): normal = Self.group(parts, Normal.all)
        case .any(let parts): normal = Self.group(parts, Normal.any)
        case .not(let part):
            let inner = Normal(part)
            if case .not(let twice) = inner, !twice.hasCondition, !twice.isAsked {
                normal = twice
            } else {
                normal = .not(inner)
            }
        }
        if let limit = part.limit { normal = .within(limit, normal) }
        for condition in part.when { normal = .when(Normal(condition), normal) }
        self = normal
    }

    private static func group(_ parts: [Policy.Part], _ group: ([Normal]) -> Normal) -> Normal {
        var normals: [Normal] = []
        for normal in parts.map(Normal.init) where normal.isAsked || !normals.contains(normal) {
            normals.append(normal)
        }
        if normals.count == 1, !normals[0].hasCondition { return normals[0] }
        return group(normals)
    }
}
