package import LinuxCapabilities
package import PolicyEngine

extension Catalogue<Subject> {
    /// The words for what Linux may allow. A new kind of resource adds its words here.
    package static let linux = linux(on: .live)

    /// The same words, asked of a host.
    package static func linux(on host: Host) -> Self {
        let icmp = "ICMP echo can be sent, as ping(8) does."
        let raw = "Raw packets, or whole frames, can be sent and received."
        let words: [Word<Subject>] = [
            .capability(on: host), .connect(on: host), .bind(on: host), .resolve(on: host),
            .route(on: host), .sockets("icmp", icmp, on: host),
            .sockets("raw-sockets", raw, on: host), .traceProcesses(on: host),
            .readJournal(on: host),
            .unit(on: host), .action(on: host), .confirm(on: host),
        ]
        return Catalogue(
            words: Word<Subject>.fileForms.map { .file($0, on: host) } + words
                + UnitControl.Operation.allCases.map { .control($0, on: host) },
            capability: .kernelCapability,
            unit: .unitName,
            synonyms: Synonyms.words,
            defaultSubject: .current,
            bindSubject: Subject.init
        )
    }
}
