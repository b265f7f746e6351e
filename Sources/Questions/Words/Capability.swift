package import Kernel
import LinuxCapabilities
package import PolicyLanguage
import Text

extension Word {
    /// `capability: CAP_NET_ADMIN`, with `in: permitted` and the other sets.
    static let capability = Word(
        "capability",
        "The process has a kernel capability, see capabilities(7).",
        form: .kernelCapability,
        keys: [
            Vocabulary.Key(
                "in",
                values: ProcessCapability.CapabilitySet.allCases.map(\.rawValue),
                "The set of the process that must have it.",
                standard: "effective"
            )
        ],
        synonyms: ["cap", "caps"],
        actions: [
            Action("use", "CAP_NAME", meaning),
            Action("raise", "CAP_NAME", meaning, fixed: ["in": "permitted"]),
        ],
        isOfUsers: true,
        relations: .ofKernelCapabilities,
        // The kernel capabilities of a line's subject are in effect, so the subject can use and raise them.
        batch: { line throws(InvalidUse) in
            .kernelCapability(try .written(line.value, isTyped: true))
        }
    ) { use throws(InvalidUse) in
        let capability = try KernelCapability.written(use.value, isTyped: use.isTyped)
        let set = use.keys["in"].flatMap { ProcessCapability.CapabilitySet(rawValue: $0) }
        return ProcessCapability(capability, in: set ?? .effective, as: use.subject, on: use.host)
    }

    private static let meaning = "a kernel capability in effect, or permitted"
}

extension KernelCapability {
    /// Returns the kernel capability with this name.
    ///
    /// - Parameter isTyped: True if the name may leave out `CAP_`, as people type it.
    package static func written(
        _ name: String,
        isTyped: Bool = false
    ) throws(InvalidUse) -> KernelCapability {
        if let capability = KernelCapability(named: name) { return capability }
        let known = KernelCapability.named.map(\.name)
        let bare = name.lowercased().hasPrefix("cap_") ? name : "CAP_\(name)"
        if isTyped, let capability = KernelCapability(named: bare) { return capability }
        // All names begin alike. With that part included, every name would look similar.
        let beginning = "CAP_".utf8.count
        let endings = known.map { String($0.dropFirst(beginning)) }
        let ending = String(bare.dropFirst(beginning))
        let likely = nearest(to: ending, among: endings)
        let isForAll = ["all", "any", "none", "*"].contains(ending.lowercased())
        let help =
            isForAll
            ? "no word stands for all; name each one"
            : likely.map { "did you mean `CAP_\($0)`?" } ?? "capabilities(7) lists them"
        throw InvalidUse(
            "unknown-capability",
            "unknown kernel capability \(name.quoted)",
            help: help
        )
    }
}

extension TextForm {
    package static let kernelCapability = TextForm("kernel-capability") {
        let names = KernelCapability.named.map(\.name)
        // Bits without a name.
        let bits = (names.count..<64).map { "CAP_\($0)" }
        return Details(
            Pattern.ignoringCase(names + bits),
            proposals: names,
            help: "capabilities(7) lists them"
        )
    }
}
