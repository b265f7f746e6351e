/// How much of a policy is read before it is refused, so that no file can exhaust the machine.
package enum Limits {
    /// 16 MiB: of a file, and of all its texts once parameters are filled in.
    package static let bytes = 16 << 20
    /// Lists and mappings within one another, the outermost included.
    package static let depth = 32
    /// Texts, keys, lists and mappings.
    package static let nodes = 1_000_000
    package static let diagnostics = 100
}
