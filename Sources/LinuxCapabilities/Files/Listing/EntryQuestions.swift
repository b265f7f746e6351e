import AccessModel
import Kernel

/// Asks the rules about the rights of a subject to the entries of a tree.
struct EntryQuestions {
    let files: LiveFileTree
    /// All threads for which an answer must hold.
    let subjects: [Credentials]

    func rights(at path: [UInt8], _ id: PlaceID, follow: Bool) -> EntryRights {
        let kind = files.tree[id].kind
        var rights = EntryRights(delete: answer(.delete(.whicheverFits), path))
        guard kind != .symbolicLink else { return rights }
        rights.read = answer(.access(.read), path, follow: follow)
        rights.write = answer(.access(.write), path, follow: follow)
        rights.execute = answer(.access(.execute), path, follow: follow)
        guard kind == .directory else { return rights }
        rights.create = creation(in: path, rights)
        return rights
    }

    /// Returns the first subject that may not use an entry, and its refusal; nil if all may.
    func refusal(of operation: FileOperation, _ path: [UInt8]) -> (Credentials, Stop)? {
        for subject in subjects {
            if let stop = stop(FileQuestion(operation, path), subject) { return (subject, stop) }
        }
        return nil
    }

    /// Returns the right to create an entry. It needs write and search permission, and perhaps more.
    private func creation(in directory: [UInt8], _ rights: EntryRights) -> EntryRights.Answer {
        for needed in [rights.write, rights.execute] {
            if case .no(let code)? = needed { return .no(code) }
        }
        var path = directory + Array("/.warrant-asks".utf8)
        while (try? files.place(at: path, follow: false)) != nil { path.append(0x2E) }
        return answer(.create(.file), path)
    }

    private func answer(
        _ operation: FileOperation,
        _ path: [UInt8],
        follow: Bool? = nil
    ) -> EntryRights.Answer {
        var answer = EntryRights.Answer.yes
        for subject in subjects {
            switch EntryRights.Answer(stop(FileQuestion(operation, path, follow: follow), subject))
            {
            case .yes: break
            case .no(let code): return .no(code)
            case .unknown: answer = .unknown
            }
        }
        return answer
    }

    private func stop(_ question: FileQuestion, _ subject: Credentials) -> Stop? {
        var stop = files.tree.refusal(of: question, for: subject)
        while case .lacks(let request)? = stop {
            // The last check of rmdir(2) is about the directory's content, and not about permission.
            if case .emptiness = request { return nil }
            files.read(request)
            stop = files.tree.refusal(of: question, for: subject)
        }
        return stop
    }
}
