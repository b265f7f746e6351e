// `HostFacts(yaml:)`, by which a test writes the facts of a described host.
@_exported public import PolicyAuthoring
