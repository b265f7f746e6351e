package import Kernel

/// A host as a user writes it: by address or by name.
package enum RemoteHost: Hashable, Sendable {
    case address(IPAddress)
    case name(HostName)

    /// Parses the text as an address if it is one, otherwise as a name.
    ///
    /// - Throws: ``AddressError`` for a text with a colon, which can only be an address; otherwise ``HostNameError``.
    package init(_ text: String) throws {
        do {
            self = .address(try IPAddress(text))
        } catch {
            // No host name contains a colon, and a `%` comes only after an address.
            guard !text.contains(":") else { throw error }
            self = .name(try HostName(text))
        }
    }
}
