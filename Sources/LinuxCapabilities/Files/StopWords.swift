package import AccessModel

// STAND-IN until the words are written.
package func words(for stop: Stop, in tree: FileTree, subject: Credentials) -> String {
    switch stop {
    case .refused(let refusal): "\(tree.path(of: refusal.place)): \(refusal.cause)"
    case .unknown(let unknown): "\(tree.path(of: unknown.place)): \(unknown.cause)"
    case .lacks: "not read"
    }
}
