import Text

/// A policy as a flow chart of Mermaid, which GitHub and GitLab draw in Markdown.
///
/// - SeeAlso: https://mermaid.js.org/syntax/flowchart.html
struct MermaidDiagram {
    let diagram: Diagram

    var text: String {
        let boxes = diagram.boxes.map { box, outer -> String in
            let lines = box.lines.map { $0.written(in: .mermaid) }.joined(separator: "<br>")
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
