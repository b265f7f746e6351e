/// How much of a policy is read before it is refused, so that no file can exhaust the machine.
///
/// Of a policy and all that it includes together, but for the depth and the diagnostics.
package enum Limits {
    /// 16 MiB: of files, and of all their texts once parameters are filled in.
    package static let bytes = 16 << 20
    /// Lists and mappings within one another, the outermost included.
    package static let depth = 32
    /// Texts, keys, lists and mappings.
    package static let nodes = 1_000_000
    /// Of one file.
    package static let diagnostics = 100
    /// The policy itself and those that it includes, one that is included twice counted twice.
    package static let files = 64
    /// Policies that include one another, the outermost among them.
    package static let includes = 8
}

/// What is left of the limits while a policy and those that it includes are read.
package final class Allowance {
    package var bytes = Limits.bytes
    package var files = Limits.files
    var nodes = Limits.nodes
    var filledBytes = Limits.bytes

    package init() {}
}
