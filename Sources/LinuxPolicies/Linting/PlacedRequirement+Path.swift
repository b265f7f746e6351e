import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension PlacedRequirement {
    /// The path that it is about, of a file or of a socket in the file system.
    var path: (text: String, location: SourceLocation)? {
        guard let use, let capability else { return nil }
        if let file = capability as? FileAccess { return (file.path, use.value.location) }
        guard capability is NetworkReachability, case .unix(let path)? = endpoint?.form else {
            return nil
        }
        return (path, use.value.location)
    }

    /// What it connects to or binds.
    var endpoint: Endpoint? {
        guard let use, use.name == "connect" || use.name == "bind" else {
            return nil
        }
        return try? Endpoint(use.value.value)
    }
}
