// Exports `HostFacts(yaml:)`, with which a test writes the facts of a described host.
@_exported public import PolicyAuthoring
