import Fuzzing
import LinuxCapabilities
import Policies
import PolicyAuthoring
import PolicyLanguage

/// Reads bytes as a policy and binds it to Linux, or prints the diagnostics.
@c(LLVMFuzzerTestOneInput)
public func readPolicy(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(Diagnostics) {
        let linted = try unsafe LintedPolicy(bytes(start, count), file: "p")
        let syntax = linted.syntax
        hold("a policy requires something", !syntax.isEmpty)
        hold(
            "a requirement is bound for each that is written",
            linted.policy.requirements.count == syntax.require.count + syntax.forbid.count
        )
        for placed in linted.requirements { hold("a title is there", !placed.title.isEmpty) }
        // A policy with an open parameter cannot be checked, so the law does not apply to it.
        let isClosed = !syntax.parameters.contains(where: \.isOpen)
        hold("printed, it is itself", !isClosed || isSame(syntax.text, syntax), syntax.text)
    } catch {
        let all = error.all
        hold("there are some problems, and not too many", 1...101 ~= all.count, all.count)
        hold("problems are in order", all == all.sorted { $0.location < $1.location }, error)
        for diagnostic in all {
            let place = diagnostic.location
            hold("a place is counted from 1", place.line > 0 && place.column > 0, diagnostic)
            hold("a problem is printable", isPrintable(diagnostic.description), diagnostic)
        }
    }
    return 0
}

private func isSame(_ text: String, _ policy: PolicySyntax) -> Bool {
    guard let root = try? YAMLTree.parse(Array(text.utf8), file: "p") else { return false }
    let vocabulary = Catalogue<Subject>.linux.vocabulary
    let again = try? PolicySyntax.parse(root, vocabulary: vocabulary)
    return again?.placeless == policy.placeless && again?.text == text
}

extension PolicySyntax {
    fileprivate var isEmpty: Bool { require.isEmpty && forbid.isEmpty && includes.isEmpty }
}
