import LinuxPolicies
import LinuxSystem
import PolicyLanguage

extension PolicyPaths {
    /// Policies in folders that were named, of which no test there is.
    static func untested(in paths: [String], by files: [TestReport.File]) -> [String] {
        let tested = Set(files.compactMap(\.tested))
        return paths.filter(isDirectory).flatMap { expand([$0]) }
            .compactMap { entry in
                guard case .file(let path) = entry, !tested.contains(NamedFile(path)),
                    mayBePolicy(path)
                else { return nil }
                return path
            }
    }

    /// Whether it is no file of another kind: a test of another name, or nothing of this program.
    private static func mayBePolicy(_ path: String) -> Bool {
        guard let contents = try? RegularFile.contents(at: path, limit: Limits.bytes),
            let root = try? YAMLTree.parse(contents.bytes, file: path)
        else { return true }
        guard case .mapping(let entries) = root.kind else { return false }
        let keys = Set(entries.map(\.key.value))
        let asks = !keys.isDisjoint(with: ["require", "forbid"])
        return asks || keys.contains("warrant") && !keys.contains("cases")
    }
}
