import Text

/// A container as a question names it: `web`, `4f5a21`, `podman:web` or `containerd:k8s.io/4f5a21`.
package struct ContainerName: Hashable, Sendable {
    /// nil for all runtimes.
    package let runtime: ContainerRuntime?
    /// The namespace, which only containerd has; nil for all of them.
    package let namespace: String?
    /// A name, an id, or the beginning of an id.
    package let text: String

    /// A name that no container can have.
    package struct Fault: Error, Hashable {
        /// The problem with its remedy. It continues the name.
        package let problem: String
    }

    /// Returns the fault of a name; nil if there is none.
    static func problem(of text: String) -> String? {
        do throws(Fault) {
            _ = try ContainerName(text)
            return nil
        } catch {
            return error.problem
        }
    }

    package init(_ text: String) throws(Fault) {
        let parts = text.utf8.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count > 1 {
            let word = String(Substring(parts[0]))
            guard let known = ContainerRuntime(rawValue: word) else {
                let all = ContainerRuntime.allCases.map(\.rawValue)
                let help =
                    Text.nearest(to: word, among: all).map { "did you mean `\($0):`?" }
                    ?? "use one of \(all.joined(separator: ", "))"
                throw Fault(problem: "names an unknown container runtime; \(help)")
            }
            runtime = known
        } else {
            runtime = nil
        }
        let names = Substring(parts[parts.count - 1]).utf8
            .split(separator: 0x2F, maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard names.allSatisfy(Self.isPossible) else {
            throw Fault(
                problem: "is not a valid container name; write NAME, ID or RUNTIME:NAME"
            )
        }
        namespace = names.count > 1 ? names[0] : nil
        self.text = names[names.count - 1]
    }

    /// Returns whether a container, a task or a namespace can have the name. The names are those of files, of at most
    /// 255 bytes.
    static func isPossible(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 255 else { return false }
        return (isLetterOrDigit(first) || first == 0x5F)
            && name.utf8.allSatisfy { isLetterOrDigit($0) || "_.+,-".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
    }
}

extension ContainerName {
    /// Returns the containers that have the name or the id; if there are none, those whose id begins with it.
    ///
    /// A runtime and its manager both list the same container. It is returned once, as its manager lists it.
    func matches(among all: [ListedContainer]) -> [ListedContainer] {
        let known = all.filter { (namespace ?? $0.namespace) == $0.namespace }
        let named = known.filter { $0.id == text || $0.names.contains(text) }
        let found = named.isEmpty ? known.filter { $0.hasID(beginningWith: text) } : named
        var seen: Set<String> = []
        return found.filter { !$0.hasGeneratedID || seen.insert($0.id).inserted }
    }

    /// Returns the name that was likely meant; nil if none is near.
    func likely(among all: [ListedContainer]) -> String? {
        Text.nearest(to: text, among: all.flatMap { $0.names.isEmpty ? [$0.id] : $0.names })
    }
}
