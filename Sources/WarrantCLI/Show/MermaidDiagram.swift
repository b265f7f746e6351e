/// A policy as a flow chart of Mermaid, which GitHub and GitLab draw in Markdown.
///
/// - SeeAlso: https://mermaid.js.org/syntax/flowchart.html
struct MermaidDiagram {
    let diagram: Diagram

    var text: String {
        let boxes = diagram.boxes.map { box, outer -> String in
            let lines = box.lines.map(\.escapedForMermaid).joined(separator: "<br>")
            let arrow = outer.map { "n\($0.number) \(box.isCondition ? "-. when .->" : "-->") " }
            return "  \(arrow ?? "")n\(box.number)[\"\(lines)\"]:::\(box.kind)\n"
        }
        let advice = diagram.boxes.filter(\.box.isAdvice).map { "n\($0.box.number)" }
        let kinds: [Diagram.Box.Kind] = [.policy, .require, .forbid]
        return "flowchart LR\n" + boxes.joined()
            + kinds.map { "  classDef \($0) stroke:\($0.color)\n" }.joined()
            + advice.map { "  style \($0) stroke-dasharray:4\n" }.joined()
    }
}

extension String {
    /// Letters, digits and what means nothing in a label; all other ASCII as entities of Mermaid.
    fileprivate var escapedForMermaid: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            if isPlain || !scalar.isASCII || " ,./:=@()-".unicodeScalars.contains(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                text += "#\(scalar.value);"
            }
        }
    }
}
