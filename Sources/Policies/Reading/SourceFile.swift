import Kernel
package import LinuxSystem
package import PolicyLanguage

/// A policy or test file as read. It is judged before its text is interpreted.
package struct SourceFile: Sendable {
    /// The path in messages.
    let path: String
    package let contents: RegularFile.Contents
    /// The users who could write the file; nil if not judged.
    let writers: [Writer]?
    /// The users who could have chosen that this file is read instead of another.
    private let choosers: Set<Writer.User>
    /// The shared time limit for the servers of the file and of all files that it names.
    private let patience: ServerPatience

    package enum Problem: Error {
        case file(RegularFile.Problem)
        case writable(Diagnostics)
        /// Other users could have chosen the file, and may not read it.
        case secret
    }

    /// - Parameters:
    ///   - path: The path as written, relative to `directory`.
    ///   - parent: The file that names this one.
    ///   - limit: The largest number of bytes to read.
    ///   - refusesWritable: True if root refuses to read files that other users could write.
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
            throw .writable(Diagnostics(writer.diagnostic(of: self.path, isRefused: true)))
        }
        if refuses, let problems = Diagnostics(try diagnostics(isRefused: true)) {
            throw .writable(problems)
        }
        guard !isHidden else { throw .secret }
    }

    /// Reads a policy whose place the caller chose.
    package init(at place: PolicyPlace, limit: Int) throws(Problem) {
        switch place {
        case .path(let path): try self.init(at: path, limit: limit)
        case .standardInput: try self.init(standardInputUpTo: limit, refusesWritable: false)
        }
    }

    /// Reads standard input. The user who started the program chose the contents of a pipe, like the arguments. A file
    /// that the shell opened is judged by its owner and mode.
    ///
    /// - Parameter limit: The largest number of bytes to read.
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
        if refuses, let problems = Diagnostics(try diagnostics(isRefused: true)) {
            throw .writable(problems)
        }
    }

    /// Returns the ways in which other users could write the file. It judges the file now if that is still to be done.
    ///
    /// - Parameter isRefused: True if such a policy is not read.
    func diagnostics(isRefused: Bool) throws(Problem) -> [Diagnostic] {
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
        return found.distinct.map { $0.diagnostic(of: path, isRefused: isRefused) }
    }

    /// All users who could have written the names in the file.
    private var everyone: Set<Writer.User> { choosers.union((writers ?? []).map(\.user)) }

    /// True if this process may read files that the users who choose its paths may not.
    private static var readsMoreThanItsCaller: Bool {
        if ProcessCalls.ownUser == 0 || !Environment.isTrusted { return true }
        guard let sets = try? CapabilityCalls.ownThreeSets() else { return true }
        let held = sets.effective
        return held.contains(.dacReadSearch) || held.contains(.dacOverride)
    }
}
