import Text

/// A policy as an SVG image for every browser, without script, style sheet or embedded font.
///
/// - SeeAlso: https://www.w3.org/TR/SVG2/
struct SVGDiagram {
    let diagram: Diagram

    var text: String {
        let layout = DiagramLayout(diagram)
        let size = "width=\"\(layout.width)\" height=\"\(layout.height)\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" \(size) \
            viewBox="0 0 \(layout.width) \(layout.height)" font-family="monospace" font-size="13">
            <title>\(diagram.name.written(in: .xml))</title>
            <rect width="100%" height="100%" fill="#ffffff"/>
            \(layout.placed.map(edge).joined())\(layout.placed.map(box).joined())</svg>

            """
    }

    private func edge(to placed: DiagramLayout.Placed) -> String {
        guard let start = placed.start else { return "" }
        let (x, y) = (placed.x, placed.middle)
        let bend = (start.x + x) / 2
        let path = "M \(start.x) \(start.y) C \(bend) \(start.y) \(bend) \(y) \(x) \(y)"
        let line = "<path d=\"\(path)\" fill=\"none\" stroke=\"#8c959f\""
        guard placed.box.isCondition else { return line + "/>\n" }
        return line + " stroke-dasharray=\"4\"/>\n"
            + "<text x=\"\(x - 4)\" y=\"\(y - 4)\" text-anchor=\"end\" fill=\"#57606a\">when</text>\n"
    }

    private func box(_ placed: DiagramLayout.Placed) -> String {
        let box = placed.box
        let place = "x=\"\(placed.x)\" y=\"\(placed.y)\""
        let size = "width=\"\(placed.width)\" height=\"\(placed.height)\""
        let dashes = box.isAdvice ? " stroke-dasharray=\"4\"" : ""
        let lines = box.lines.enumerated().map { index, line in
            let x = placed.x + DiagramLayout.padding
            let y = placed.y + DiagramLayout.padding + 13 + index * DiagramLayout.lineHeight
            let look = index == 0 ? "#1f2328" : "#57606a"
            return "<text x=\"\(x)\" y=\"\(y)\" fill=\"\(look)\" xml:space=\"preserve\">"
                + "\(line.written(in: .xml))</text>\n"
        }
        return "<rect \(place) \(size) rx=\"4\" fill=\"#f6f8fa\" stroke=\"\(box.kind.color)\""
            + "\(dashes)/>\n" + lines.joined()
    }
}
