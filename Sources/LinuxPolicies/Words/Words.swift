package import LinuxCapabilities
package import PolicyEngine

extension Catalogue<Subject> {
    /// The words for what Linux may allow. A new kind of resource adds its words here.
    package static let linux = Catalogue(
        words: FileAccess.Action.words.map(Word.file) + [
            .capability, .connect, .bind, .resolve, .route,
            .sockets("icmp", "ICMP echo can be sent, as ping(8) does."),
            .sockets("raw-sockets", "Raw packets, or whole frames, can be sent and received."),
            .traceProcesses, .unit, .action, .confirm,
        ] + UnitControl.Operation.allCases.map(Word.control),
        capability: .kernelCapability,
        defaultSubject: .current,
        bindSubject: Subject.init
    )
}
