/// The positions of a diagram's boxes, in pixels: one column for each depth, with a group beside the middle of its
/// parts.
struct DiagramLayout {
    /// A box with its position.
    struct Placed {
        let box: Diagram.Box
        let x: Int
        let y: Int
        let width: Int
        let height: Int
        /// The middle of the right side of the outer box.
        let start: (x: Int, y: Int)?

        var middle: Int { y + height / 2 }
    }

    static let margin = 16
    static let lineHeight = 18
    static let padding = 8
    private static let gap = (x: 56, y: 10)
    /// The width of a character in a monospaced font of 13 pixels.
    private static let characterWidth = 8

    private(set) var placed: [Placed] = []
    private(set) var width = 0
    private(set) var height = 0
    /// The width of the widest box of each depth.
    private var widths: [Int] = []

    init(_ diagram: Diagram) {
        let tree = Tree(diagram.root)
        measure(tree, depth: 0)
        place(tree, depth: 0, x: Self.margin, top: Self.margin, start: nil)
        width = 2 * Self.margin + widths.reduce(0, +) + (widths.count - 1) * Self.gap.x
        height = 2 * Self.margin + tree.span
    }

    /// A box, and the height that it takes with all its inner boxes.
    private struct Tree {
        let box: Diagram.Box
        let inner: [Tree]
        let innerSpan: Int
        let height: Int

        init(_ box: Diagram.Box) {
            self.box = box
            inner = box.inner.map(Tree.init)
            innerSpan =
                inner.reduce(0) { $0 + $1.span } + max(0, inner.count - 1) * DiagramLayout.gap.y
            height = box.lines.count * DiagramLayout.lineHeight + 2 * DiagramLayout.padding
        }

        var span: Int { max(height, innerSpan) }

        var width: Int {
            let columns = box.lines.map(\.columns).max() ?? 0
            return columns * DiagramLayout.characterWidth + 2 * DiagramLayout.padding
        }
    }

    private mutating func measure(_ tree: Tree, depth: Int) {
        if depth == widths.count { widths.append(0) }
        widths[depth] = max(widths[depth], tree.width)
        for inner in tree.inner { measure(inner, depth: depth + 1) }
    }

    private mutating func place(
        _ tree: Tree,
        depth: Int,
        x: Int,
        top: Int,
        start: (x: Int, y: Int)?
    ) {
        let y = top + (tree.span - tree.height) / 2
        let here = Placed(
            box: tree.box,
            x: x,
            y: y,
            width: tree.width,
            height: tree.height,
            start: start
        )
        placed.append(here)
        var top = top + (tree.span - tree.innerSpan) / 2
        for inner in tree.inner {
            let left = x + widths[depth] + Self.gap.x
            let end = (x: x + here.width, y: here.middle)
            place(inner, depth: depth + 1, x: left, top: top, start: end)
            top += inner.span + Self.gap.y
        }
    }
}

extension String {
    /// The number of columns in a monospaced font. Characters of East Asia and pictographs count as two.
    ///
    /// - SeeAlso: The classes W and F of EastAsianWidth.txt in Unicode.
    fileprivate var columns: Int { unicodeScalars.reduce(0) { $0 + ($1.isWide ? 2 : 1) } }
}

extension Unicode.Scalar {
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
