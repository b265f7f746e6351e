import PolicyLanguage

/// Reads and writes one kind of fact in the text of a test.
protocol FactCodec: Sendable {
    /// The keys below `given:` for this kind of fact.
    static var keys: [String] { get }

    /// Returns the JSON Schema of the value of a key, for editors. It refuses nothing that ``read(_:into:)`` accepts.
    static func schema(of key: String) -> SchemaValue

    /// Adds the facts that the fields state, and reports every mistake in them.
    static func read(_ fields: Fields, into reader: FactReader)

    /// Returns the lines below `given:` that state the facts, each with its key before it.
    static func lines(by writer: FactWriter) -> [String]
}

/// The table of all kinds of facts.
enum FactTable {
    /// The codecs in the order of reading and writing. A kind may name the accounts, processes and units that an
    /// earlier kind states.
    static let codecs: [any FactCodec.Type] = [
        MachineCodec.self, AccountCodec.self, SettingCodec.self, ProcessCodec.self,
        UnitCodec.self, ContainerCodec.self, FileCodec.self, PortCodec.self, ConnectionCodec.self,
        NameCodec.self, RouteCodec.self, AddressCodec.self, PolkitCodec.self, BusNameCodec.self,
    ]

    static let keys = codecs.flatMap { $0.keys }
}
