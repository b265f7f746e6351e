/// There is no fact that answers a question about a described host.
package struct MissingFact: Error, CustomStringConvertible {
    let object: String

    init(_ object: String) { self.object = object }

    package var description: String { "no fact describes \(object)" }
}
