import Kernel
package import LinuxSystem
package import PolicyLanguage

/// A policy or a test as it was read, judged before anything is made of its text.
package struct SourceFile: Sendable {
    /// As messages name it.
    let path: String
    package let contents: RegularFile.Contents
    /// How others could write it; nil where that was not judged.
    let writers: [Writer]?
    /// Who could have chosen that this file is read, and not another one.
    private let choosers: Set<Writer.User>
    /// With the servers of the file, and of all that it names.
    private let patience: ServerPatience

    package enum Problem: Error {
        case file(RegularFile.Problem)
        case writable(Diagnostics)
        /// Others could have chosen the file, and may not read it.
        case secret
    }

    /// - Parameters:
    ///   - path: As it is written, and relative to `directory`.
    ///   - parent: The file that names this one.
    ///   - limit: The most bytes to read.
    ///   - refusesWritable: Whether root reads nothing that others could write.
    package init(
        at path: String,
        from directory: StartingDirectory = .working,
        namedBy parent: SourceFile? = nil,
        limit: Int,
        refusesWritable: Bool = false
    ) throws(Problem) {
        self.path = directory.name(of: path)
        let isPrivileged = Self.readsMoreThanItsCaller
        let refuses = refusesWritable && ProcessCalls.ownUser == 0
        let patience = parent?.patience ?? ServerPatience()
        self.patience = patience
        let isHidden: Bool
        do throws(RegularFile.Problem) {
            let contents = try patience.limit { () throws(RegularFile.Problem) in
                try RegularFile.contents(
                    at: path,
                    from: directory,
                    limit: limit,
                    served: refuses ? .refused : isPrivileged ? .noted : .ignored
                )
            }
            self.contents = contents
            let name = self.path
            writers = try patience.limit { () throws(RegularFile.Problem) in
                isPrivileged ? try contents.writers(name) : nil
            }
            choosers = Set((writers ?? []).filter(\.leadsToFile).map(\.user))
                .union(parent?.everyone ?? [])
            let choosers = choosers
            isHidden = try patience.limit { () throws(RegularFile.Problem) in
                try contents.isHidden(from: choosers)
            }
        } catch {
            guard case .served(let place) = error else { throw .file(error) }
            let writer = Writer(place, of: self.path, leadsToFile: false)
            throw .writable(Diagnostics(writer.diagnostic(of: self.path)))
        }
        if refuses, let problems = Diagnostics(try diagnostics()) { throw .writable(problems) }
        guard !isHidden else { throw .secret }
    }

    /// Standard input. Whoever started the program chose what is in a pipe, as he chose the arguments; a file that the
    /// shell opened is judged by its owner and mode.
    ///
    /// - Parameter limit: The most bytes to read.
    init(standardInputUpTo limit: Int, refusesWritable: Bool) throws(Problem) {
        path = PolicyPlace.standardInput.name
        patience = ServerPatience()
        choosers = []
        do throws(RegularFile.Problem) {
            contents = try InputFile.standard().contents(limit: limit)
            writers = contents.facts.kind == .regular ? try contents.writers(path) : []
        } catch {
            throw .file(error)
        }
        let refuses = refusesWritable && ProcessCalls.ownUser == 0
        if refuses, let problems = Diagnostics(try diagnostics()) { throw .writable(problems) }
    }

    /// How others could write it, judged now if it was not yet.
    func diagnostics() throws(Problem) -> [Diagnostic] {
        var found = writers ?? []
        if writers == nil {
            do throws(RegularFile.Problem) {
                found = try patience.limit { () throws(RegularFile.Problem) in
                    try contents.writers(path)
                }
            } catch {
                throw .file(error)
            }
        }
        return found.map { $0.diagnostic(of: path) }
    }

    /// All who could have written what the file names.
    private var everyone: Set<Writer.User> { choosers.union((writers ?? []).map(\.user)) }

    /// Whether this process may read files that the users who lead it to them may not.
    private static var readsMoreThanItsCaller: Bool {
        if ProcessCalls.ownUser == 0 || !Environment.isTrusted { return true }
        guard let sets = try? CapabilityCalls.ownThreeSets() else { return true }
        let held = sets.effective
        return held.contains(.dacReadSearch) || held.contains(.dacOverride)
    }
}
