/// A place in YAML text, its line and column counted from 1, its columns in characters.
package struct YAMLMark: Hashable, Sendable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
