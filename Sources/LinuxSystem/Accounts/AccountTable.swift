import CLinux
import Glibc

/// A group as the name service returns it, see group(5).
package struct GroupAccount: Hashable, Sendable {
    package let name: String
    package let gid: UInt32
}

/// The entries that the name service lists of one table. A directory service may know more entries than it lists.
package struct AccountTable<Entry: Sendable>: Sendable {
    package let entries: [Entry]
    /// Whether the table had no more entries than the limit.
    package let isWhole: Bool
}

// Whole tables. Each call blocks its thread as all calls of ``Accounts`` do.
extension Accounts {
    /// Returns the users that the name service lists, in its order. A name that is listed twice is returned twice.
    ///
    /// - Throws: ``SystemError`` if a service fails, or `/etc/passwd` cannot be opened; see ``groups(of:)``.
    /// - SeeAlso: getpwent_r(3).
    package static func users(atMost limit: Int) throws(SystemError) -> AccountTable<UserAccount> {
        try NameService.ask("getpwent_r(3)", "/etc/passwd") { () throws(SystemError) in
            try requireReadable("/etc/passwd")
            setpwent()
            defer { endpwent() }
            return try unsafe table("getpwent_r(3)", atMost: limit) { text, size, found in
                var entry = unsafe passwd()
                var result: UnsafeMutablePointer<passwd>?
                // SAFETY: the strings of the entry are in `text`, and are copied before it is freed.
                let code = unsafe getpwent_r(&entry, text, size, &result)
                if unsafe result != nil { found = unsafe UserAccount(entry) }
                return code
            }
        }
    }

    /// Returns the groups that the name service lists, as ``users(atMost:)`` does.
    ///
    /// - SeeAlso: getgrent_r(3).
    package static func groups(atMost limit: Int) throws(SystemError) -> AccountTable<GroupAccount>
    {
        try NameService.ask("getgrent_r(3)", "/etc/group") { () throws(SystemError) in
            try requireReadable("/etc/group")
            setgrent()
            defer { endgrent() }
            return try unsafe table("getgrent_r(3)", atMost: limit) { text, size, found in
                var entry = unsafe Glibc.group()
                var result: UnsafeMutablePointer<Glibc.group>?
                // SAFETY: as above.
                let code = unsafe clinux_getgrent(&entry, text, size, &result)
                if unsafe result != nil {
                    found = unsafe GroupAccount(
                        name: String(cString: entry.gr_name),
                        gid: entry.gr_gid
                    )
                }
                return code
            }
        }
    }

    /// - Parameter next: Reads the next entry. The whole process shares one position in the table.
    private static func table<Entry>(
        _ call: String,
        atMost limit: Int,
        _ next: (UnsafeMutablePointer<CChar>, Int, inout Entry?) -> Int32
    ) throws(SystemError) -> AccountTable<Entry> {
        var entries: [Entry] = []
        // The entry of a group contains all its members, which can be many.
        var size = 1 << 16
        while true {
            var found: Entry?
            var text = [CChar](repeating: 0, count: size)
            let code = unsafe next(&text, size, &found)
            switch code {
            case 0:
                guard let found else { return AccountTable(entries: entries, isWhole: true) }
                guard entries.count < limit else {
                    return AccountTable(entries: entries, isWhole: false)
                }
                entries.append(found)
            case ENOENT: return AccountTable(entries: entries, isWhole: true)
            case ERANGE where size < 16 << 20: size *= 4
            case EINTR: continue
            default: throw SystemError(call, "the name service", code: code)
            }
        }
    }
}
