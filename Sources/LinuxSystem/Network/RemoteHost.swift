package import Kernel

/// A host as it is written: by its address or by its name.
package enum RemoteHost: Hashable, Sendable {
    case address(IPAddress)
    case name(HostName)

    /// Reads an address where the text is one, a name otherwise.
    ///
    /// - Throws: ``AddressError`` for what only an address can be, with a colon in it; else
    ///   ``HostNameError``.
    package init(_ text: String) throws {
        do {
            self = .address(try IPAddress(text))
        } catch {
            // A colon is in no host name, and a `%` only after an address.
            guard !text.contains(":") else { throw error }
            self = .name(try HostName(text))
        }
    }
}
