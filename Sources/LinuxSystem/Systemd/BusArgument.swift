/// An argument of a call, of a type that Warrant sends; see "Type System" in the D-Bus specification.
indirect enum BusArgument: Sendable {
    case text(String)
    case flag(Bool)
    case number(UInt32)
    case signedNumber(Int32)
    case longNumber(UInt64)
    case descriptor(SharedDescriptor)
    /// The type of the elements, which also an empty array has, and the elements.
    case array(of: String, [BusArgument])
    /// A key and its value, in an array.
    case entry(BusArgument, BusArgument)
    case structure([BusArgument])
    case variant(BusArgument)

    static func texts(_ texts: [String]) -> Self { .array(of: "s", texts.map(Self.text)) }

    /// An `a{ss}`, in the order of its keys.
    static func texts(_ texts: [String: String]) -> Self {
        let entries = texts.sorted { $0.key < $1.key }
        return .array(of: "{ss}", entries.map { .entry(.text($0.key), .text($0.value)) })
    }

    /// An `a{sv}`.
    static func values(_ values: KeyValuePairs<String, BusArgument>) -> Self {
        .array(of: "{sv}", values.map { .entry(.text($0.key), .variant($0.value)) })
    }

    /// The type code.
    var signature: String {
        switch self {
        case .text: "s"
        case .flag: "b"
        case .number: "u"
        case .signedNumber: "i"
        case .longNumber: "t"
        case .descriptor: "h"
        case .array(let contents, _): "a" + contents
        case .entry(let key, let value): "{" + key.signature + value.signature + "}"
        case .structure(let parts): "(" + parts.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }
}
