import Kernel
import Testing

/// A scene that differs from the plain one, and what it refuses or grants besides.
struct RefusedScene: Sendable, CustomTestStringConvertible {
    let title: String
    /// As ``FileScene/table(isWhole:)`` writes it.
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
