import Capabilities
import Procedures
import Testing
import WarrantTesting

/// A capability that breaks exactly one rule, and the expected message.
struct BrokenRule: CustomTestStringConvertible, Sendable {
    let rule: ContractViolation.Rule
    let contract: CapabilityContract<Crooked>
    let message: String

    var testDescription: String { "\(rule): \(message)" }

    init(
        _ rule: ContractViolation.Rule,
        _ contract: CapabilityContract<Crooked>,
        _ message: String
    ) {
        self.rule = rule
        self.contract = contract
        self.message = message
    }

    init(_ rule: ContractViolation.Rule, _ capability: Crooked, _ message: String) {
        self.init(rule, .untimed { capability }, message)
    }

    init(_ reason: Reason, _ message: String) {
        self.init(.reasons, Crooked(find: { _, _ in .denied([reason]) }), message)
    }
}

@Suite struct `A rule of the contract` {
    @Test(arguments: BrokenRule.identities + BrokenRule.looks + BrokenRule.findings)
    func `A capability that breaks one rule violates exactly that rule`(broken: BrokenRule) async {
        let violations = await broken.contract.violations()
        #expect(violations.map(\.rule) == [broken.rule])
        #expect(violations.map(\.message) == [broken.message])
    }

    /// The deadline has its own test, with a clock.
    @Test func `Every rule of the contract has a capability that breaks it`() {
        let all = BrokenRule.identities + BrokenRule.looks + BrokenRule.findings
        let broken = Set(all.map(\.rule))
        #expect(broken.union([.deadline]) == Set(ContractViolation.Rule.allCases))
    }
}
