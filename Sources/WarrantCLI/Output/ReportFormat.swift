public import ArgumentParser

enum ReportFormat: String, CaseIterable, WordOption {
    case text, json
}

/// An option whose value is one of some words.
///
/// The parser's default implementation uses key paths at each start, which takes 0.1 ms.
public protocol WordOption: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension WordOption {
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
    public static var allValueDescriptions: [String: String] { [:] }
}
