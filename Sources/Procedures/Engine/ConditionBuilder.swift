/// Lets conditions be listed, one a line.
///
/// What is left out is deliberate. There is no empty block, so that a group that asks nothing does
/// not compile; and `if` needs an `else`, so that no gate gets weaker because a flag was off.
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
