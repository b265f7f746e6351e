/// A value of a property, of a type that Warrant reads.
enum BusValue: Hashable {
    case text(String)
    case texts([String])
    case number(UInt32)
    case signedNumber(Int32)
    case flag(Bool)
    case bytes([UInt8])
    case largeNumber(UInt64)
    /// The texts of each structure in a list, and its flags as `yes` or `no`.
    case rows([[String]])

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var texts: [String]? { if case .texts(let texts) = self { texts } else { nil } }
    var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var largeNumber: UInt64? {
        if case .largeNumber(let number) = self { number } else { nil }
    }
    var rows: [[String]]? { if case .rows(let rows) = self { rows } else { nil } }
    var signedNumber: Int32? {
        if case .signedNumber(let number) = self { number } else { nil }
    }
    var number: UInt32? { if case .number(let number) = self { number } else { nil } }
}
