/// The unit files of a described host. Facts describe no text of a file.
struct DescribedUnitFiles: UnitFileProbe {
    func unit(at path: String, root: String?, with settings: [String]) throws -> LoadedUnit {
        throw MissingFact("the unit file \(path)")
    }
}
