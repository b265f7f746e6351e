/// The problem of a JSON text. Readers of a text throw it for the values that they refuse, too.
package struct InvalidJSON: Error, Hashable {
    package let message: String

    package init(_ message: String) { self.message = message }
}
