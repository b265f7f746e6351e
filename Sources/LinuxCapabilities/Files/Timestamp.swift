/// A time as text: seconds since 1970, or a date and time of RFC 3339.
package enum Timestamp {
    package static func isOne(_ text: String) -> Bool { isSeconds(text) || isDateAndTime(text) }

    private static func isSeconds(_ text: String) -> Bool {
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let sign = text.utf8.prefix { $0 == UInt8(ascii: "-") }.count
        return sign <= 1 && 1...2 ~= parts.count && parts.allSatisfy(isDigits)
            && Int64(parts[0]) != nil
    }

    /// `2026-01-31T12:00:00.5+01:00`.
    private static func isDateAndTime(_ text: String) -> Bool {
        guard text.utf8.count >= 20, text.utf8.count < 64, text.utf8.allSatisfy({ $0 < 0x80 })
        else { return false }
        var rest = text.uppercased()[...]
        guard let year = take(4, "-", &rest), let month = take(2, "-", &rest),
            let day = take(2, "T", &rest), let hour = take(2, ":", &rest),
            let minute = take(2, ":", &rest), let second = Int(rest.prefix(2)), second <= 60
        else { return false }
        rest = rest.dropFirst(2)
        guard 1...12 ~= month, 1...days(month, year) ~= day, hour < 24, minute < 60
        else { return false }
        if rest.first == "." {
            rest = rest.dropFirst()
            guard rest.first?.isNumber == true else { return false }
            rest = rest.drop(while: \.isNumber)
        }
        return isOffset(rest)
    }

    private static func isOffset(_ text: Substring) -> Bool {
        if text == "Z" { return true }
        guard text.first == "+" || text.first == "-" else { return false }
        var rest = text.dropFirst() + "."
        guard let hour = take(2, ":", &rest), let minute = take(2, ".", &rest) else { return false }
        return rest.isEmpty && hour < 24 && minute < 60
    }

    /// Takes a number of `count` digits, and the character that must follow it.
    private static func take(_ count: Int, _ end: Character, _ rest: inout Substring) -> Int? {
        let digits = rest.prefix(count)
        guard digits.utf8.count == count, isDigits(digits), rest.dropFirst(count).first == end
        else { return nil }
        rest = rest.dropFirst(count + 1)
        return Int(digits)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }

    private static func days(_ month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}
