// Reads policies as JSON, one a line, and prints the ids of the problems of each, or nothing for a valid one. A `$`
// before an id marks a problem of a text that contains a parameter.

import LinuxCapabilities
import Policies
import PolicyLanguage

let vocabulary = Catalogue.linux.vocabulary

func problems(_ root: Node) -> [Diagnostic] {
    do throws(Diagnostics) {
        let syntax = try PolicySyntax.parse(root, vocabulary: vocabulary)
        _ = try Policy(syntax, to: .linux) { _ in nil }
        return []
    } catch {
        return error.all
    }
}

/// Returns the places of texts that contain a `${`.
func filledIn(_ node: Node) -> Set<SourceLocation> {
    switch node.kind {
    case .scalar(let text, _): text.contains("${") ? [node.location] : []
    case .sequence(let items): Set(items.flatMap(filledIn))
    case .mapping(let entries):
        // A name or a path decides which keys may stand beside `group`.
        entries.contains { $0.key.value == "group" && !filledIn($0.value).isEmpty }
            ? Set(
                [node.location]
                    + entries.flatMap { [$0.key.location, $0.value.location] + filledIn($0.value) }
            )
            : Set(entries.flatMap { filledIn($0.value) })
    }
}

while let line = readLine() {
    do throws(Diagnostics) {
        let root = try YAMLTree.parse(Array(line.utf8), file: "line")
        let filled = filledIn(root)
        let ids = problems(root).map { (filled.contains($0.location) ? "$" : "") + $0.id }
        print(ids.joined(separator: " "))
    } catch {
        print(error.all.map(\.id).joined(separator: " "))
    }
}
