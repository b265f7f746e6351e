import Procedures

/// What depends on what, and which conditions each has.
enum Shape {
    private struct Immediate: Condition {
        let number: Int
        var name: String { "immediate" }
        func evaluate(in context: ConditionContext) async -> ConditionResult { .satisfied }
    }

    static func trivial(_ number: Int) -> Procedure<Int> {
        Procedure("unit") { Bodies.answer(number) }
    }

    /// The unit that a name such as `fan-4` or `single-4` speaks of.
    static func unit(_ shape: String) throws -> @Sendable (Int) -> Procedure<Int> {
        switch shape.split(separator: "-").dropFirst().first {
        case "0", "all", "2", nil: { trivial($0) }
        case "1": { trivial($0).condition(Immediate(number: 1)) }
        case "4":
            {
                trivial($0)
                    .condition(Immediate(number: 1)).condition(Immediate(number: 2))
                    .condition(Immediate(number: 3)).condition(Immediate(number: 4))
            }
        case "yield": { number in Procedure("unit") { await Bodies.answerAfterYield(number) } }
        case "contended": { trivial($0).condition(MutuallyExclusive("a")) }
        case "uncontended": { trivial($0).condition(MutuallyExclusive("category \($0)")) }
        default: throw Unknown(shape)
        }
    }

    /// So many units and, in a fan and below layers, one more that waits for them and is not counted.
    static func root(_ shape: String) throws -> @Sendable (Int) -> Procedure<Void> {
        let unit = try unit(shape)
        switch shape.split(separator: "-").first {
        case "fan": return { all(of: (0..<$0).map(unit)) }
        case "chain": return { chain($0, of: unit) }
        case "diamonds":
            let reach = shape.hasSuffix("-2") ? 2 : layer
            return { diamonds($0, each: reach, of: unit) }
        default: throw Unknown(shape)
        }
    }

    private static func all(of procedures: [Procedure<Int>]) -> Procedure<Void> {
        procedures.reduce(Procedure("root") {}) { $0.after($1, requiring: .completion) }
    }

    private static func chain(_ count: Int, of unit: (Int) -> Procedure<Int>) -> Procedure<Void> {
        all(of: [(1..<max(1, count)).reduce(unit(0)) { unit($1).after($0) }])
    }

    private static let layer = 10

    /// Layers of ten, each unit after the first `reach` units of the layer before, from its own place on.
    private static func diamonds(
        _ count: Int,
        each reach: Int,
        of unit: (Int) -> Procedure<Int>
    ) -> Procedure<Void> {
        var above = (0..<min(layer, count)).map(unit)
        for start in stride(from: layer, to: count, by: layer) {
            above = (start..<min(start + layer, count)).map { number in
                (0..<reach).reduce(unit(number)) { procedure, offset in
                    procedure.after(above[(number + offset) % layer])
                }
            }
        }
        return all(of: above)
    }
}
