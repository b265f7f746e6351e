import LinuxCapabilities
import LinuxSystem

// The command line accepts relative paths. Policies and batch lines do not.
extension WordTable {
    /// Replaces each relative path in the object and the argument of an action.
    ///
    /// - Parameter absolute: Returns the absolute path for a relative one.
    package func replacingPaths<Problem: Error>(
        of name: String,
        _ object: String,
        _ argument: String?,
        _ absolute: (String) throws(Problem) -> String
    ) throws(Problem) -> (object: String, argument: String?) {
        guard let (word, action) = action(name) else { return (object, argument) }
        let isPath = action.argument != nil && action.argumentKind == .path
        var kind = word.object
        if case .nameOrPath = kind {
            kind = argument != nil || object.contains("/") ? .path : .name
        }
        let path = try replacingPath(in: object, kind, absolute)
        guard isPath, let typed = argument, !typed.isAbsolutePath else { return (path, argument) }
        return (path, try absolute(typed))
    }

    private func replacingPath<Problem: Error>(
        in object: String,
        _ kind: Word.ObjectKind,
        _ absolute: (String) throws(Problem) -> String
    ) throws(Problem) -> String {
        let start = "unix:"
        switch kind {
        case .name, .nameOrPath: return object
        case .path: return object.isAbsolutePath ? object : try absolute(object)
        case .endpoint:
            let path = object.dropFirst(start.count)
            guard object.hasPrefix(start), !path.isEmpty, !path.isAbsolutePath,
                !path.hasPrefix("@")
            else { return object }
            return start + (try absolute(String(path)))
        }
    }
}
