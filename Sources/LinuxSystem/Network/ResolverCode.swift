import CLinux
import Glibc
import Kernel

/// An error of getaddrinfo(3).
package struct ResolverCode: Hashable, Sendable {
    package let rawValue: Int32
    /// The value of `errno` if ``rawValue`` is `EAI_SYSTEM`, otherwise 0.
    package let systemCode: Int32

    package init(_ rawValue: Int32, systemCode: Int32 = 0) {
        self.rawValue = rawValue
        self.systemCode = rawValue == EAI_SYSTEM ? systemCode : 0
    }

    /// The symbol, such as `EAI_AGAIN`, or that of the `errno` if there is one; `getaddrinfo error -99` for a code
    /// without a symbol.
    package var symbol: String {
        if systemCode != 0 { return Errno(rawValue: systemCode).name }
        return Self.symbols[rawValue] ?? "getaddrinfo error \(rawValue)"
    }

    /// The text from gai_strerror(3), or from strerror(3) if there is an `errno`.
    package var text: String {
        if systemCode != 0 { return Errno(rawValue: systemCode).text }
        // SAFETY: the call returns a string that is never freed, for any number.
        return unsafe String(cString: gai_strerror(rawValue))
    }

    /// Whether the code means that the name does not exist, or has no address.
    var meansNotFound: Bool { [-2, -5, -9].contains(rawValue) }

    // By number, since netdb.h defines some symbols for GNU programs only.
    private static let symbols: [Int32: String] = [
        -1: "EAI_BADFLAGS", -2: "EAI_NONAME", -3: "EAI_AGAIN", -4: "EAI_FAIL", -5: "EAI_NODATA",
        -6: "EAI_FAMILY", -7: "EAI_SOCKTYPE", -8: "EAI_SERVICE", -9: "EAI_ADDRFAMILY",
        -10: "EAI_MEMORY", -11: "EAI_SYSTEM", -12: "EAI_OVERFLOW",
    ]
}

extension ResolverCode: CustomStringConvertible {
    /// For example `Temporary failure in name resolution (EAI_AGAIN)`.
    package var description: String { "\(text) (\(symbol))" }
}
