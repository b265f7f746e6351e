import Synchronization

/// The identity of a procedure, which all descriptions share that were made from one another.
public struct ProcedureIdentity: Sendable {
    private static let count = Atomic<UInt64>(0)

    public let name: String
    let number: UInt64
    /// The length of ``family``, in bytes of UTF-8.
    private let familyLength: UInt32

    /// - Parameter family: The beginning of the name that does not differ between runs; nil for the whole name.
    init(name: String, family: String? = nil) {
        self.name = name
        number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        familyLength = UInt32(clamping: (family ?? name).utf8.count)
    }

    /// The name without a part that the library adds and that differs between runs: that of the batch for each of its
    /// procedures. A metric or a span has this name, because a backend keeps every name.
    package var family: String { String(name.utf8.prefix(Int(familyLength))) ?? name }
}

extension ProcedureIdentity: Hashable {
    public static func == (a: Self, b: Self) -> Bool { a.number == b.number }
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension ProcedureIdentity: CustomStringConvertible {
    public var description: String { "\(name) #\(number)" }
}
