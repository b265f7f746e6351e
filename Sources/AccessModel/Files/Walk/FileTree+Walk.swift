import Kernel

extension FileTree {
    /// - Throws: Only ``Stop/lacks(_:)``. Any other stop is the end of the walk.
    func walk(
        _ path: [UInt8],
        from start: PlaceID? = nil,
        _ mode: WalkMode
    ) throws(Stop) -> Walk {
        let start = start ?? root
        let key = WalkKey(path: path, start: start, mode: mode)
        if let known = walks[key] { return known }
        var walker = Walker(self, from: start, mode)
        let walk = try walker.walk(path)
        walks.store(walk, for: key)
        return walk
    }

    func entry(_ name: [UInt8], in directory: PlaceID) throws(Stop) -> Entry {
        if let entry = details[Int(directory.index)].names[name] { return entry }
        throw .lacks(.name(name, in: directory))
    }

    /// Returns the file at a path, for a subject with all permissions on the way.
    ///
    /// - Throws: ``Stop/lacks(_:)``, or the reason why the path leads to no file.
    package func place(at path: [UInt8], follow: Bool) throws(Stop) -> PlaceID {
        switch try walk(path, follow ? .follow : .noFollow).end {
        case .reached(let place): return place
        case .name(_, let directory): throw .refused(Refusal(.missing, .ENOENT, at: directory))
        case .stopped(let stop): throw stop
        }
    }
}
