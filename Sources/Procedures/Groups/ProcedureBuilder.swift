/// Builds a list of procedures, one on each line.
@resultBuilder
public enum ProcedureBuilder {
    public static func buildExpression(
        _ procedure: some ProcedureConvertible
    ) -> [any ProcedureConvertible] {
        [procedure]
    }

    public static func buildPartialBlock(
        first: [any ProcedureConvertible]
    ) -> [any ProcedureConvertible] {
        first
    }

    public static func buildPartialBlock(
        accumulated: [any ProcedureConvertible],
        next: [any ProcedureConvertible]
    ) -> [any ProcedureConvertible] {
        accumulated + next
    }

    public static func buildEither(
        first: [any ProcedureConvertible]
    ) -> [any ProcedureConvertible] {
        first
    }

    public static func buildEither(
        second: [any ProcedureConvertible]
    ) -> [any ProcedureConvertible] {
        second
    }

    public static func buildOptional(
        _ procedures: [any ProcedureConvertible]?
    ) -> [any ProcedureConvertible] {
        procedures ?? []
    }

    public static func buildArray(
        _ procedures: [[any ProcedureConvertible]]
    ) -> [any ProcedureConvertible] {
        procedures.flatMap(\.self)
    }
}
