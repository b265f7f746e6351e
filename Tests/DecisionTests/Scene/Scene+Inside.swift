extension Scene {
    /// Returns the questions of one run as its subject would ask them in its own user namespace.
    ///
    /// - Returns: nil if the subject has no such namespace, or an id that has no number there.
    func jsonInside(of number: Int) -> String? {
        let run = runs[number]
        guard let namespace = run.subject.userNamespace.map({ userNamespaces[$0] }),
            let inside = run.subject.inside(namespace)
        else { return nil }
        let first = runs[..<number].reduce(0) { $0 + $1.questions.count }
        let questions = run.questions.map { $0.inside(namespace) }
        return lines(of: Run(subject: inside, questions: questions), from: first)
    }
}

extension Subject {
    fileprivate func inside(_ namespace: UserNamespace) -> Subject? {
        guard let uid = namespace.uids.inside(of: uid), let gid = namespace.gids.inside(of: gid)
        else { return nil }
        let groups = groups.compactMap { namespace.gids.inside(of: $0) }
        guard groups.count == self.groups.count else { return nil }
        return Subject(uid: uid, gid: gid, groups: groups, capabilities: capabilities)
    }
}

extension Question {
    /// Returns the question as the judge makes the call. An id without a number there becomes an id that does not
    /// exist.
    fileprivate func inside(_ namespace: UserNamespace) -> Question {
        let ranges = action == "chown" ? namespace.uids : action == "chgrp" ? namespace.gids : nil
        guard let ranges, let id = UInt32(argument) else { return self }
        let inside = ranges.inside(of: id) ?? UserNamespace.unmapped
        return Question(action: action, object: object, argument: "\(inside)", follow: follow)
    }
}

extension [UserNamespace.Range] {
    fileprivate func inside(of id: UInt32) -> UInt32? {
        first { id >= $0.host && id - $0.host < $0.count }.map { id - $0.host + $0.inside }
    }
}
