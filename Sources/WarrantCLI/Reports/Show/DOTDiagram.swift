import Text

/// A policy in the language of `dot` from Graphviz.
///
/// - SeeAlso: https://graphviz.org/doc/info/lang.html
struct DOTDiagram {
    let diagram: Diagram

    var text: String {
        let boxes = diagram.boxes.map { "  n\($0.box.number) [\(attributes(of: $0.box))];\n" }
        let edges = diagram.boxes.compactMap { box, outer in
            outer.map {
                let look = box.isCondition ? " [label=\"when\", style=dashed]" : ""
                return "  n\($0.number) -> n\(box.number)\(look);\n"
            }
        }
        return """
            digraph policy {
              rankdir=LR;
              node [shape=box, style=rounded, fontname="monospace"];
              edge [fontname="monospace"];
            \(boxes.joined())\(edges.joined())}

            """
    }

    private func attributes(of box: Diagram.Box) -> String {
        let label = box.lines.map { $0.written(in: .dot) + "\\l" }.joined()
        let style = box.isAdvice ? ", style=\"rounded,dashed\"" : ""
        return "label=\"\(label)\", color=\"\(box.kind.color)\"\(style)"
    }
}

extension Diagram.Box.Kind {
    /// The colour of a box's border.
    var color: String {
        switch self {
        case .policy: "#57606a"
        case .require: "#1a7f37"
        case .forbid: "#cf222e"
        }
    }
}
