/// Limits on the size of a policy. They keep a hostile file from exhausting the machine.
///
/// Each limit covers a policy together with all that it includes, except ``depth`` and ``diagnostics``, which are per
/// file.
package enum Limits {
    /// 16 MiB. The limit covers the files, and separately the parameter values filled into their texts.
    package static let bytes = 16 << 20
    /// The nesting depth of lists and mappings, counting the outermost.
    package static let depth = 32
    /// The number of texts, keys, lists and mappings.
    package static let nodes = 1_000_000
    /// The number of diagnostics for one file.
    package static let diagnostics = 100
    /// The number of policies, counting the outermost one, and counting a policy that is included twice as two.
    package static let files = 64
    /// The depth of includes, counting the outermost policy.
    package static let includes = 8
}

/// The remainder of the limits while a policy and the policies that it includes are read.
package final class Allowance {
    package var bytes = Limits.bytes
    package var files = Limits.files
    var nodes = Limits.nodes
    var filledBytes = Limits.bytes

    package init() {}
}
