import Fuzzing
import Kernel
import Text

/// Reads bytes as a line of `warrant can --batch`: its question and its subject. Nothing is checked on the host.
@c(LLVMFuzzerTestOneInput)
public func readLine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = unsafe bytes(start, count)
    var whole = JSONScanner(text, in: 0..<text.count)
    let isJSON = (try? whole.onlyValue()) != nil
    var scanner = JSONScanner(text, in: 0..<text.count)
    let line = BatchLine(&scanner)
    hold("a scanner stays in its text", 0...text.count ~= scanner.position, scanner.position)
    hold("a line without a problem is JSON", isJSON || line.problem != nil)
    if let id = line.id { hold("an id is a value of its own", isValue(text, id)) }
    if let subject = line.subject {
        hold("a subject is a value of its own", isValue(text, subject))
        expectSound { () throws(BadLine) in
            _ = try SubjectFields(JSONScanner(text, in: subject))
                .credentials(KernelCapabilitySet(mask: .max), in: .initial)
        }
    }
    expectSound { () throws(BadLine) in
        if let problem = line.problem { throw problem }
        var accounts = KnownAccounts()
        _ = try line.question(scanner, &accounts)
    }
    return 0
}

private func isValue(_ text: [UInt8], _ range: Range<Int>) -> Bool {
    var scanner = JSONScanner(text, in: range)
    return (try? scanner.onlyValue()) != nil
}

private func expectSound(_ body: () throws(BadLine) -> Void) {
    do throws(BadLine) {
        try body()
    } catch {
        hold("a problem says something", !error.message.isEmpty && error.message.utf8.count < 2500)
    }
}
