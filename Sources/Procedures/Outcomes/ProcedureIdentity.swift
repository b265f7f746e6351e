import Synchronization

/// The identity of a procedure, which all descriptions share that were made from one another.
public struct ProcedureIdentity: Sendable {
    private static let count = Atomic<UInt64>(0)

    public let name: String
    let number: UInt64

    init(name: String) {
        self.name = name
        number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    }
}

extension ProcedureIdentity: Hashable {
    public static func == (a: Self, b: Self) -> Bool { a.number == b.number }
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension ProcedureIdentity: CustomStringConvertible {
    public var description: String { "\(name) #\(number)" }
}
