/// A place in a policy file. Lines and columns are counted from 1; a column is a character.
public struct SourceLocation: Hashable, Sendable, Encodable {
    public let file: String
    public let line: Int
    public let column: Int

    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension SourceLocation {
    /// Returns the location for a problem with a file as a whole.
    package static func start(of file: String) -> Self { Self(file: file, line: 1, column: 1) }
}

extension SourceLocation: Comparable {
    /// Orders locations in one file by line, then by column.
    public static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

extension SourceLocation: CustomStringConvertible {
    /// The location as `FILE:LINE:COLUMN`, the form that editors and `grep -n` share.
    public var description: String { "\(file):\(line):\(column)" }
}
