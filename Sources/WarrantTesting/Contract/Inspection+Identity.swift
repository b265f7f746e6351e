import Capabilities
import Text

// Rules that hold before any look.
extension Inspection {
    mutating func checkIdentity(twin: Subject, others: [Subject]) {
        guard capability == capability, capability == twin, twin == capability else {
            return note(
                .equality,
                "is not equal to one made alike; "
                    + "compare the resource, requirement, subject and host, and nothing else"
            )
        }
        check(
            .equality,
            Set([capability, twin]).count == 1 && capability.hashValue == twin.hashValue,
            "has another hash than its equal; hash only what `==` compares"
        )
        check(
            .equality,
            capability.name == twin.name,
            "is equal to `\(twin.name)`; make the name of what `==` compares"
        )
        check(
            .equality,
            areSame(capability.requirement, twin.requirement),
            "requires something else than its equal; let `==` compare the requirement"
        )
        for other in others { checkUnlike(other) }
    }

    private mutating func checkUnlike(_ other: Subject) {
        check(
            .equality,
            capability != other && other != capability,
            "is equal to `\(other.name)`, which asks something else; "
                + "let `==` compare all that is asked"
        )
    }

    mutating func checkName() {
        let name = capability.name
        check(
            .name,
            !name.isEmpty && name.isOneLine && name.first != " " && name.last != " ",
            "has a name that is empty, padded or more than one line; "
                + "name it as a report does: `read /srv/key`"
        )
    }
}

/// Compares two requirements. Those that are not equatable are compared by their printed form.
private func areSame<Value>(_ one: Value, _ other: Value) -> Bool {
    func isEqual<Known: Equatable>(_ one: Known) -> Bool { (other as? Known) == one }
    if let one = one as? any Equatable { return isEqual(one) }
    return String(reflecting: one) == String(reflecting: other)
}

extension String {
    var isOneLine: Bool { self == onOneLine }
}
