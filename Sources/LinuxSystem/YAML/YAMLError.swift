/// The reason why some bytes are not YAML, in libyaml's own phrases.
package struct YAMLError: Error, Hashable, Sendable {
    /// The problem: `did not find expected key`.
    package let problem: String
    /// The place at which the parser noticed the problem.
    package let mark: YAMLMark
    /// The context of the problem: `while parsing a block mapping`; empty if libyaml does not report one.
    package let context: String
    /// The start of the context; the same as ``mark`` if libyaml does not report one.
    package let contextMark: YAMLMark

    package init(problem: String, mark: YAMLMark, context: String, contextMark: YAMLMark) {
        self.problem = problem
        self.mark = mark
        self.context = context
        self.contextMark = contextMark
    }
}
