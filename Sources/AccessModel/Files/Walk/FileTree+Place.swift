extension FileTree {
    /// Where a path leads one who may go all of it.
    ///
    /// - Throws: ``Stop/lacks(_:)``, or why it leads nowhere.
    package func place(at path: [UInt8], follow: Bool) throws(Stop) -> PlaceID {
        switch try walk(path, follow ? .follow : .noFollow).end {
        case .reached(let place): return place
        case .name(_, let directory): throw .refused(Refusal(.missing, .ENOENT, at: directory))
        case .stopped(let stop): throw stop
        }
    }
}
