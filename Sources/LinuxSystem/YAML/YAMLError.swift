/// What keeps some bytes from being YAML, in libyaml's own phrases.
package struct YAMLError: Error, Hashable, Sendable {
    /// What was found or missed: `did not find expected key`.
    package let problem: String
    /// Where that was noticed.
    package let mark: YAMLMark
    /// What was being read: `while parsing a block mapping`; empty where libyaml does not say.
    package let context: String
    /// Where that begins; the same as ``mark`` where libyaml does not say.
    package let contextMark: YAMLMark

    package init(problem: String, mark: YAMLMark, context: String, contextMark: YAMLMark) {
        self.problem = problem
        self.mark = mark
        self.context = context
        self.contextMark = contextMark
    }
}
