/// Builds a list of conditions, one on each line.
///
/// Two forms are omitted on purpose. There is no empty block, so a group without conditions does not compile. An `if`
/// needs an `else`, so a flag that is off does not weaken a gate.
@resultBuilder
public enum ConditionBuilder {
    public static func buildExpression(_ condition: some Condition) -> [any Condition] {
        [condition]
    }

    public static func buildPartialBlock(first: [any Condition]) -> [any Condition] { first }

    public static func buildPartialBlock(
        accumulated: [any Condition],
        next: [any Condition]
    ) -> [any Condition] {
        accumulated + next
    }

    public static func buildEither(first: [any Condition]) -> [any Condition] { first }
    public static func buildEither(second: [any Condition]) -> [any Condition] { second }
}
