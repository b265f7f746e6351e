import Testing

/// A scene that differs from the plain one, and the differences in its outcomes.
struct RefusedScene: Sendable, CustomTestStringConvertible {
    let title: String
    /// The table in the form of ``FileScene/table(isWhole:)``.
    let table: String
    let change: @Sendable (inout FileScene) -> Void

    init(_ title: String, _ table: String, _ change: @escaping @Sendable (inout FileScene) -> Void)
    {
        self.title = title
        self.table = table
        self.change = change
    }

    var testDescription: String { title }
}
