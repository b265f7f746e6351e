import PolicyLanguage

/// Reads and writes one kind of fact, as it stands in the text of a test.
protocol FactCodec: Sendable {
    /// The keys below `given:` at which the kind stands.
    static var keys: [String] { get }

    /// The JSON Schema of the value of a key, for editors. It refuses nothing that ``read(_:into:)`` takes.
    static func schema(of key: String) -> SchemaValue

    /// Adds the facts that the fields state, and reports every mistake in them.
    static func read(_ fields: Fields, into reader: FactReader)

    /// Returns the lines below `given:` that state the facts, each with its key before it.
    static func lines(by writer: FactWriter) -> [String]
}

/// The table of all kinds of facts.
enum FactTable {
    /// The order in which they are read and written: a kind may name the accounts, processes and units
    /// that an earlier one states.
    static let codecs: [any FactCodec.Type] = [
        MachineCodec.self, AccountCodec.self, SettingCodec.self, ProcessCodec.self,
        UnitCodec.self, FileCodec.self, PortCodec.self, ConnectionCodec.self, NameCodec.self,
        RouteCodec.self, AddressCodec.self, PolkitCodec.self,
    ]

    static let keys = codecs.flatMap { $0.keys }
}
