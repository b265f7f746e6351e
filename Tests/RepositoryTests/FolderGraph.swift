/// The dependencies between the folders of a target.
struct FolderGraph {
    /// The references of each folder to each other folder: `Host.swift: FileTree`.
    private(set) var references: [String: [String: [String]]] = [:]

    /// - Parameter files: The paths of the files inside the target. Files beside its folders count as the folder
    ///   ``top``.
    init(_ files: [(path: String, names: DeclaredNames)]) {
        var folders: [String: String] = [:]
        var inside: [String: Set<String>] = [:]
        for file in files {
            let folder = Self.folder(of: file.path)
            inside[folder, default: []].formUnion(file.names.types)
            for name in file.names.shared { folders[name] = folder }
        }
        for file in files {
            let folder = Self.folder(of: file.path)
            for name in file.names.used.sorted() {
                guard let other = folders[name], other != folder,
                    inside[folder]?.contains(name) != true
                else { continue }
                references[folder, default: [:]][other, default: []].append("\(file.path): \(name)")
            }
        }
    }

    static let top = "."

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? top
    }

    /// The folders that depend on each other in a cycle, directly or through others.
    var circles: Set<String> {
        let all = references.keys
        let reached = Dictionary(uniqueKeysWithValues: all.map { ($0, reachable(from: $0)) })
        return Set(all.filter { reached[$0]?.contains($0) ?? false })
    }

    private func reachable(from folder: String) -> Set<String> {
        var reached: Set<String> = []
        var next = [folder]
        while let one = next.popLast() {
            for other in (references[one] ?? [:]).keys where reached.insert(other).inserted {
                next.append(other)
            }
        }
        return reached
    }

    /// The references that form the cycles: the two folders, and one name in each file.
    var links: [String] {
        let circles = circles
        return references.sorted { $0.key < $1.key }.flatMap { folder, others in
            others.sorted { $0.key < $1.key }.filter {
                circles.contains(folder) && circles.contains($0.key)
            }.map { "\(folder) -> \($0.key): \($0.value.prefix(3).joined(separator: ", "))" }
        }
    }
}
