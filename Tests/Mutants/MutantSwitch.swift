// The switch of the copy that scripts/mutate builds, and the building blocks of its mutants. The script adds an
// operator for each comparison that it shifts.
import Glibc

private let chosen = unsafe getenv("WARRANT_MUTANT").map { unsafe atoi($0) } ?? -1

public func isMutant(_ number: Int32) -> Bool { chosen == number }

public func mutantConstant<T: FixedWidthInteger>(_ number: Int32, _ value: T) -> T {
    chosen != number ? value : value == .max ? value - 1 : value + 1
}

// The operators bind less tightly than every other operator of a condition.
precedencegroup MutantPrecedence {
    higherThan: TernaryPrecedence
    lowerThan: LogicalDisjunctionPrecedence
    associativity: left
}
infix operator ⨂ : MutantPrecedence
infix operator ⨁ : MutantPrecedence
infix operator ⨀ : MutantPrecedence

/// Negates a condition if the mutant is active.
public func ⨂ (value: Bool, number: Int32) -> Bool { value != isMutant(number) }
/// Skips a guard if the mutant is active.
public func ⨁ (value: Bool, number: Int32) -> Bool { value || isMutant(number) }
/// Skips a refusal if the mutant is active.
public func ⨀ (value: Bool, number: Int32) -> Bool { value && !isMutant(number) }
