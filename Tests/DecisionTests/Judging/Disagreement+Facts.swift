extension Trial {
    /// Returns everything that a developer needs to decide which side is right: the tree is made again and shown by
    /// standard tools.
    func facts(of disagreements: [Disagreement]) async throws -> String {
        guard !disagreements.isEmpty else { return "" }
        var bare = scene
        bare.runs = []
        let lines = scene.json.split(separator: "\n")
        let questions = scene.questions
        var text = scene.settings.map { "fs.\($0.name) = \($0.value)\n" }.joined()
        for disagreement in disagreements {
            let question = questions[disagreement.index].question
            let second = ["rename", "link"].contains(question.action) ? [question.argument] : []
            let script = ["sh", "-c", Self.script, scene.tree, question.object] + second
            text += "\n== \(lines[disagreement.index])\n   kernel: \(disagreement.verdict)\n"
            text += "   warrant: \(disagreement.answer.text)\n"
            text += try await Trial(of: bare, command: script).output
        }
        return text
    }

    /// `$0` is the tree; the arguments are paths.
    private static let script = """
        for path in "$@"; do
            namei -l "$path"
            while [ "${path#"$0"}" != "$path" ]; do
                ls -ldn --indicator-style=slash "$path"
                getfacl --absolute-names --numeric --omit-header "$path"
                getfattr --absolute-names -m '^(user|security)' -d -e hex "$path"
                lsattr -d "$path"
                findmnt --noheadings -o TARGET,FSTYPE,VFS-OPTIONS,FS-OPTIONS --target "$path"
                path=$(dirname "$path")
            done
        done 2>&1
        """
}

extension Answer {
    fileprivate var text: String {
        [verdict, errno, because, error].compactMap { $0 }.joined(separator: " · ")
    }
}
