// The switch of the copy that scripts/mutate builds, and what its mutants are made of. The script
// adds an operator for each comparison that it shifts.
import Glibc

private let chosen = unsafe getenv("WARRANT_MUTANT").map { unsafe atoi($0) } ?? -1

public func isMutant(_ number: Int32) -> Bool { chosen == number }

public func mutantConstant<T: FixedWidthInteger>(_ number: Int32, _ value: T) -> T {
    chosen != number ? value : value == .max ? value - 1 : value + 1
}

// They bind less than every other operator of a condition.
precedencegroup MutantPrecedence {
    higherThan: TernaryPrecedence
    lowerThan: LogicalDisjunctionPrecedence
    associativity: left
}
infix operator ⨂ : MutantPrecedence
infix operator ⨁ : MutantPrecedence
infix operator ⨀ : MutantPrecedence

/// A condition that is negated.
public func ⨂ (value: Bool, number: Int32) -> Bool { value != isMutant(number) }
/// A guard that is skipped.
public func ⨁ (value: Bool, number: Int32) -> Bool { value || isMutant(number) }
/// A refusal that is skipped.
public func ⨀ (value: Bool, number: Int32) -> Bool { value && !isMutant(number) }
