/// A value of a property, of the types that we read.
enum BusValue: Hashable {
    case text(String)
    case texts([String])
    case number(UInt32)

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var texts: [String]? { if case .texts(let texts) = self { texts } else { nil } }
    var number: UInt32? { if case .number(let number) = self { number } else { nil } }
}
