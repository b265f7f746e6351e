import Kernel
import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `capability: CAP_NET_ADMIN`, with `in: permitted` and the other sets.
    static func capability(on host: Host) -> Word {
        let sets = ProcessCapability.CapabilitySet.allCases.map(\.rawValue)
        let set = Vocabulary.Key(
            "in",
            values: sets,
            "The set of the process that must have it.",
            standard: "effective"
        )
        let form = Vocabulary.Word(
            "capability",
            keys: [set],
            "The process has a kernel capability, see capabilities(7).",
            form: .kernelCapability
        )
        return Word(form) { use, subject throws(Diagnostic) in
            let capability = try kernelCapability(use.value)
            let set = use.keys["in"].flatMap { ProcessCapability.CapabilitySet(rawValue: $0.value) }
            return ProcessCapability(capability, in: set ?? .effective, as: subject, on: host)
        }
    }
}

/// The kernel capability of a name in a policy.
func kernelCapability(_ name: Located<String>) throws(Diagnostic) -> KernelCapability {
    if let capability = KernelCapability(named: name.value) { return capability }
    let known = KernelCapability.named.map(\.name)
    let bare = "CAP_\(name.value.uppercased())"
    let likely = known.contains(bare) ? bare : nearest(to: name.value, among: known)
    throw Diagnostic(
        "unknown-capability",
        at: name.location,
        "unknown kernel capability \(name.value.quoted)",
        help: likely.map { "did you mean \($0.quoted)?" } ?? "capabilities(7) lists them"
    )
}
