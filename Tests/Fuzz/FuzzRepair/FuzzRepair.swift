import Fuzzing
import Policies
import PolicyAuthoring

/// Lints bytes, prints the findings, and makes the text that `warrant lint --fix` writes.
@c(LLVMFuzzerTestOneInput)
public func repairPolicy(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = unsafe bytes(start, count)
    let result = LintResult(text, file: "p")
    for finding in result.findings {
        hold("a finding is printable", isPrintable(finding.description), finding)
    }
    let fixed = result.fixed
    hold("a repair keeps a policy right or wrong", fixed.isInvalid == result.isInvalid)
    hold("nothing is left to repair", fixed.findings.allSatisfy(\.fix.isEmpty), fixed.findings)
    hold("to repair again changes nothing", fixed.fixed.text.bytes == fixed.text.bytes)
    guard fixed.repaired > 0 else {
        hold("what has no repair is left alone", fixed.text.bytes == text)
        return 0
    }
    let difference = UnifiedDiff(from: text, to: fixed.text.bytes, file: "p").text
    hold("a repair is shown", difference.hasPrefix("--- p\n+++ p\n@@ "), difference)
    let (before, after) = (meaning(of: text), meaning(of: fixed.text.bytes))
    hold("a repair changes nothing that is asked", before == after, (before, after))
    return 0
}

private func meaning(of text: [UInt8]) -> [String]? {
    (try? LintedPolicy(text, file: "p"))?.policy.normal
}
