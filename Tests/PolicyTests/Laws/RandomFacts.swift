import Capabilities
import LinuxCapabilities
import Policies
import PolicyLanguage
import Procedures
import TestSupport
import WarrantTesting

/// A host with a random answer to each question of Linux. The answer is always the same, however the question is
/// written.
struct RandomFacts {
    let seed: UInt64

    /// Returns the outcome of a policy on this host, by the check of the product.
    func outcome(of text: [UInt8]) async throws -> PolicyReport {
        let catalogue = self.catalogue
        let root = try YAMLTree.parse(text, file: "p")
        let syntax = try PolicySyntax.parse(root, vocabulary: catalogue.vocabulary)
        return await (try Policy(syntax, to: catalogue) { _ in nil }).check()
    }

    private var catalogue: Catalogue<Subject> {
        let linux = Catalogue<Subject>.linux
        let entries = linux.entries.map { entry in
            Catalogue<Subject>.Entry(entry.form) { use, subject throws(Diagnostic) in
                scripted(try entry.bind(use, subject))
            }
        }
        return Catalogue(
            entries,
            defaultSubject: linux.defaultSubject,
            bindSubject: linux.bindSubject
        )
    }

    private func scripted(_ capability: any Capability) -> ScriptedCapability {
        let name = (capability as? FileAccess)?.nameByTheModel ?? capability.name
        var chance = SplitMix(seed: seed)
        for byte in "\(name) of \(capability.subjectName)".utf8 {
            chance = SplitMix(seed: chance.next() ^ UInt64(byte))
        }
        let reason = Reason("said", name, "said")
        let verdict: Verdict =
            switch chance.below(5) {
            case 0, 1: .authorized([reason])
            case 2, 3: .denied([reason])
            default: .undetermined([reason])
            }
        return ScriptedCapability(name, verdict)
    }
}
