/// A mistake in a unit file, and its place.
package struct UnitFileProblem: Error, Hashable, Sendable {
    package let place: SettingPlace
    /// Names the mistake: ``the line has no `=` ``.
    package let problem: String

    package init(_ problem: String, at place: SettingPlace) {
        (self.problem, self.place) = (problem, place)
    }
}

extension UnitFileProblem: CustomStringConvertible {
    package var description: String { "\(place): \(problem)" }
}
