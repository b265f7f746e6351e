/// `a && b` is ``AllOf`` of both; a chain is one group.
public func && (left: some Condition, right: some Condition) -> AllOf {
    AllOf(parts(of: left) { ($0 as? AllOf)?.conditions } + [right])
}

/// `a || b` is ``AnyOf`` of both; a chain is one group.
public func || (left: some Condition, right: some Condition) -> AnyOf {
    AnyOf(parts(of: left) { ($0 as? AnyOf)?.conditions } + [right])
}

/// `!a` is ``Not`` of it.
public prefix func ! (condition: some Condition) -> Not { Not(condition) }

/// The parts of a group of the same kind; an empty one stays, since it refuses.
private func parts(
    of condition: some Condition,
    _ group: (any Condition) -> [any Condition]?
) -> [any Condition] {
    guard let parts = group(condition), !parts.isEmpty else { return [condition] }
    return parts
}
