/// A place in YAML text. Line and column are counted from 1, and columns are counted in characters.
package struct YAMLMark: Hashable, Sendable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
