package import LinuxCapabilities
package import PolicyEngine

extension Catalogue<Subject> {
    /// The words for what Linux may allow. A new kind of resource adds its words here.
    package static let linux = Catalogue(
        words: FileAccess.Action.words.map(Word.file) + [
            .capability, .connect, .bind, .resolve, .route, .sockets("icmp"),
            .sockets("raw-sockets"), .traceProcesses, .unit, .action, .confirm,
        ] + UnitControl.Operation.allCases.map(Word.control),
        defaultSubject: .current,
        bindSubject: Subject.init
    )
}
