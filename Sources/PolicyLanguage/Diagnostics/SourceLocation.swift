/// A place in a policy file, its lines and columns counted from 1, its columns in characters.
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
    /// Of what is wrong with a file as a whole.
    package static func start(of file: String) -> Self { Self(file: file, line: 1, column: 1) }
}

extension SourceLocation: Comparable {
    /// In the order in which a reader meets them in one file.
    public static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

extension SourceLocation: CustomStringConvertible {
    /// The form that editors and `grep -n` share.
    public var description: String { "\(file):\(line):\(column)" }
}
