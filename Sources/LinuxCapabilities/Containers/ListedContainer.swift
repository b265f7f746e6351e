/// A container that a runtime lists.
package struct ListedContainer: Hashable, Sendable {
    package let runtime: ContainerRuntime
    package let namespace: String?
    package let id: String
    /// Its names besides the id.
    package let names: [String]

    package init(
        _ runtime: ContainerRuntime,
        id: String,
        names: [String] = [],
        namespace: String? = nil
    ) {
        self.runtime = runtime
        self.namespace = namespace
        self.id = id
        self.names = names
    }

    /// Whether the id is a number of 256 bits, as managers generate it. Such an id stands for one container only.
    var hasGeneratedID: Bool { Self.isGenerated(id) }

    static func isGenerated(_ id: String) -> Bool {
        id.utf8.count == 64 && id.utf8.allSatisfy(isHexDigit)
    }

    func hasID(beginningWith text: String) -> Bool {
        text.utf8.count >= 3 && text.utf8.allSatisfy(Self.isHexDigit) && hasGeneratedID
            && id.utf8.starts(with: text.utf8)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x66 ~= byte
    }

    /// The container as a question can name it: `docker:4f5a21b09c3d`, `containerd:default/web`.
    package var selector: String {
        let space = namespace.map { "\($0)/" } ?? ""
        return "\(runtime):\(space)\(hasGeneratedID ? String(id.prefix(12)) : id)"
    }
}
