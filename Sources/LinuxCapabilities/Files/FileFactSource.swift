package import AccessModel
import Kernel
package import LinuxSystem
package import Procedures

/// A source of facts about files.
package protocol FileFactSource {
    var tree: FileTree { get }

    /// Reads a fact that a decision lacks, and adds it to the tree, also if it cannot be known.
    func read(_ request: FactRequest)

    /// Returns the first of some files that has changed since it was read; nil if none has.
    func changed(among places: [PlaceID]) -> PlaceID?

    /// Returns the file for which the kernel grants the permissions of a question, after adding it to the tree; nil if
    /// the kernel refuses or is not asked.
    func reached(by inquiry: FileInquiry) -> PlaceID?

    /// Returns settings of a service, each proven to permit what a mount refuses; if the files refuse it too, together
    /// with changes of them.
    ///
    /// - Parameter inWords: Describes changes of files that the service would see with a setting.
    func remedies(
        bySettingsFor refusal: AccessModel.Refusal,
        in inquiry: FileInquiry,
        for subject: Credentials,
        _ inWords: (any FileFactSource, ProvenRemedy) -> Remedy?
    ) -> [Remedy]

    /// Returns the path at which this process can change a file for the subject; nil if there is none, or if the change
    /// would not last.
    func changeablePath(of file: PlaceID) -> String?

    /// Returns the mount point at which this process can change the options of a file's mount; nil if there is none, or if
    /// the change would not last.
    func changeableMountPoint(of file: PlaceID) -> String?

    /// True if the root directory of these files is that of this process, so that both have the same accounts.
    var sharesOurRoot: Bool { get }

    /// Returns the names in a directory, sorted.
    func names(in directory: PlaceID, atMost limit: Int) throws(SystemError) -> [[UInt8]]

    /// Returns whether new files in a directory inherit an access list; nil if that is not known.
    func hasDefaultList(_ directory: PlaceID) -> Bool?

    /// Returns whether a path leads a subject with these files to the file to which it leads this process.
    func leadsToHostFile(_ path: String) -> Bool
}

extension FileFactSource {
    package func leadsToHostFile(_ path: String) -> Bool { true }

    package func changeablePath(of file: PlaceID) -> String? { tree.path(of: file) }

    package func changeableMountPoint(of file: PlaceID) -> String? { tree.mount(of: file).point }

    package var sharesOurRoot: Bool { true }

    package func names(in directory: PlaceID, atMost limit: Int) throws(SystemError) -> [[UInt8]] {
        throw SystemError("getdents64(2)", tree.path(of: directory), code: .EOPNOTSUPP)
    }

    package func hasDefaultList(_ directory: PlaceID) -> Bool? { nil }

    package func remedies(
        bySettingsFor refusal: AccessModel.Refusal,
        in inquiry: FileInquiry,
        for subject: Credentials,
        _ inWords: (any FileFactSource, ProvenRemedy) -> Remedy?
    ) -> [Remedy] { [] }
}

extension FileFactSource {
    /// Decides, and reads all facts that this needs.
    package func refusal(of question: FileQuestion, for subject: Credentials) -> Stop? {
        var stop = tree.refusal(of: question, for: subject)
        while case .lacks(let request)? = stop {
            read(request)
            stop = tree.refusal(of: question, for: subject)
        }
        return stop
    }

    /// Decides several questions after changes, and reads all facts that this needs.
    func refusal(
        of questions: [FileQuestion],
        for subject: Credentials,
        after changes: [Change]
    ) -> Stop? {
        var stop = tree.refusal(of: questions, for: subject, after: changes)
        while case .lacks(let request)? = stop {
            read(request)
            stop = tree.refusal(of: questions, for: subject, after: changes)
        }
        return stop
    }

    /// Reads all facts for the decision of a question, and for what a refused subject could gain by itself.
    package func readAll(for question: FileQuestion, _ subject: Credentials, _ reach: Reach) {
        guard case .refused(let refusal)? = refusal(of: question, for: subject) else { return }
        _ = byItself(question, after: refusal, reach)
    }

    /// Decides whether a refused subject could gain the use by itself, and reads all facts that this needs.
    package func byItself(
        _ question: FileQuestion,
        after refusal: AccessModel.Refusal,
        _ reach: Reach
    ) -> FileReach {
        while true {
            do throws(Stop) {
                return try tree.byItself(question, after: refusal, reach)
            } catch .lacks(let request) {
                read(request)
            } catch {
                return .no
            }
        }
    }
}

// If the rules cannot follow a path, the kernel can.
extension FileFactSource {
    package func reached(by inquiry: FileInquiry) -> PlaceID? { nil }

    /// Returns the refusal by the checks of a call after the permissions. If that is not known either, returns the
    /// earlier unknown.
    func rest(
        of question: FileQuestion,
        onPermitted file: PlaceID,
        after unknown: Stop?
    ) -> Stop? {
        var stop = tree.refusal(of: question.operation, onPermitted: file)
        while case .lacks(let request)? = stop {
            read(request)
            stop = tree.refusal(of: question.operation, onPermitted: file)
        }
        if case .unknown(let rest)? = stop, rest.cause == .fileSystem { return unknown }
        // The way to the file also decides whether an overlay can copy it up.
        if stop == nil, case .unknown(let before)? = unknown,
            [.layer, .copying].contains(before.cause)
        {
            return unknown
        }
        return stop
    }
}
