import Glibc

/// What a process may want of a file, alone or together: `[.read, .write]`. See access(2).
package struct AccessMode: OptionSet, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let execute = AccessMode(rawValue: X_OK)
    package static let write = AccessMode(rawValue: W_OK)
    package static let read = AccessMode(rawValue: R_OK)
}
