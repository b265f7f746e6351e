import CLinux
import Glibc

/// A user as the name service returns it, see passwd(5).
package struct UserAccount: Hashable, Sendable {
    package let name: String
    package let uid: UInt32
    package let gid: UInt32

    package init(name: String, uid: UInt32, gid: UInt32) {
        (self.name, self.uid, self.gid) = (name, uid, gid)
    }
}

/// Users and groups from the name service switch, see nsswitch.conf(5).
///
/// Each call blocks its thread until the service answers, for three seconds at most.
///
/// - Throws: ``SystemError`` with `ETIMEDOUT` if there is no answer in that time.
package enum Accounts {
    /// Returns the user with a name, or nil if there is none.
    package static func user(named name: String) throws(SystemError) -> UserAccount? {
        try FileCalls.refuseNUL(name, "getpwnam_r(3)")
        return try unsafe look("getpwnam_r(3)", name) { (text, size, found: inout UserAccount?) in
            var entry = unsafe passwd()
            var result: UnsafeMutablePointer<passwd>?
            // SAFETY: the strings of the entry are in `text`, and are copied before it is freed.
            let code = unsafe getpwnam_r(name, &entry, text, size, &result)
            if unsafe result != nil { found = unsafe UserAccount(entry) }
            return code
        }
    }

    /// Returns the user with a uid, or nil if there is none.
    package static func user(numbered uid: UInt32) throws(SystemError) -> UserAccount? {
        try unsafe look("getpwuid_r(3)", "uid \(uid)") { (text, size, found: inout UserAccount?) in
            var entry = unsafe passwd()
            var result: UnsafeMutablePointer<passwd>?
            // SAFETY: as above.
            let code = unsafe getpwuid_r(uid, &entry, text, size, &result)
            if unsafe result != nil { found = unsafe UserAccount(entry) }
            return code
        }
    }

    /// Returns the gid of a group, or nil if there is none.
    package static func group(named name: String) throws(SystemError) -> UInt32? {
        try FileCalls.refuseNUL(name, "getgrnam_r(3)")
        return try unsafe look("getgrnam_r(3)", name) { (text, size, found: inout UInt32?) in
            var entry = unsafe Glibc.group()
            var result: UnsafeMutablePointer<Glibc.group>?
            // SAFETY: as above.
            let code = unsafe getgrnam_r(name, &entry, text, size, &result)
            if unsafe result != nil { found = unsafe entry.gr_gid }
            return code
        }
    }

    /// Returns the name of a group, or nil if there is none.
    package static func groupName(_ gid: UInt32) throws(SystemError) -> String? {
        try unsafe look("getgrgid_r(3)", "gid \(gid)") { (text, size, found: inout String?) in
            var entry = unsafe Glibc.group()
            var result: UnsafeMutablePointer<Glibc.group>?
            // SAFETY: as above.
            let code = unsafe getgrgid_r(gid, &entry, text, size, &result)
            if unsafe result != nil { found = unsafe String(cString: entry.gr_name) }
            return code
        }
    }

    /// Returns all groups of a user, the primary one first, see getgrouplist(3).
    ///
    /// If a service fails, the call still returns the groups that it has, the primary one at least. It reports the
    /// failure only by errno. Therefore `/etc/group` itself is opened too, and an errno that comes twice is an error:
    /// the first can come from loading a service.
    ///
    /// Some errno values are no failure. A service leaves `ENOENT` or `ESRCH` for a user that it does not know, so a
    /// failure with the same value goes unnoticed. The C library leaves `ERANGE` when it asks again with more room for
    /// a long line of `/etc/group`. That hides what a service reported before. So `ERANGE` counts as no failure only if
    /// the table is asked first.
    ///
    /// - Throws: ``SystemError`` if a service gives no answer, or `/etc/group` cannot be opened.
    package static func groups(of user: UserAccount) throws(SystemError) -> [UInt32] {
        try NameService.ask("getgrouplist(3)", user.name) { () throws(SystemError) in
            try requireReadable("/etc/group")
            var answer = groupList(of: user)
            if answer.code != 0 { answer = groupList(of: user) }
            guard answer.code == 0 else {
                throw SystemError("getgrouplist(3)", user.name, code: answer.code)
            }
            return answer.groups
        }
    }

    /// Throws if a table cannot be opened. Such a table is not empty, and no call of the C library reports the
    /// difference.
    static func requireReadable(_ table: String) throws(SystemError) {
        // SAFETY: the path lives until the call returns, and the kernel only reads it.
        let number = unsafe open(table, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw SystemError("open(2)", table, code: errno) }
        close(number)
    }

    /// Whether `/etc/group` is the first source for the groups of a user, see nsswitch.conf(5).
    private static var asksTableFirst: Bool {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.bytes(at: "/etc/nsswitch.conf")
        } catch {
            // Without the file, the C library asks the table alone.
            return error.code == ENOENT
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.prefix { $0 != "#" }.split { " \t:".contains($0) } }
        let services = ["initgroups", "group"].lazy.compactMap { database in
            lines.last { $0.first == database[...] }
        }.first
        return services.map { $0.dropFirst().first == "files" } ?? true
    }

    private static func groupList(of user: UserAccount) -> (groups: [UInt32], code: Int32) {
        var count: Int32 = 64
        while true {
            var groups = [gid_t](repeating: 0, count: Int(count))
            let room = count
            errno = 0
            // SAFETY: the call writes at most `count` ids and returns how many there are.
            let isComplete = unsafe getgrouplist(user.name, user.gid, &groups, &count) >= 0
            let code = errno
            if isComplete {
                let isNoFailure =
                    code == ENOENT || code == ESRCH || code == ERANGE && asksTableFirst
                return (Array(groups.prefix(Int(count))), isNoFailure ? 0 : code)
            }
            // An answer of -1 that wants no more room would otherwise repeat for ever.
            count = max(count, room * 2)
        }
    }

    /// Calls with a growing buffer, which the `_r` functions require.
    private static func look<Found: Sendable>(
        _ call: String,
        _ object: String,
        _ ask: @escaping @Sendable (UnsafeMutablePointer<CChar>, Int, inout Found?) -> Int32
    ) throws(SystemError) -> Found? {
        try NameService.ask(call, object) { () throws(SystemError) in
            try unsafe answer(call, object, ask)
        }
    }

    private static func answer<Found>(
        _ call: String,
        _ object: String,
        _ ask: (UnsafeMutablePointer<CChar>, Int, inout Found?) -> Int32
    ) throws(SystemError) -> Found? {
        var size = 1024
        while true {
            var found: Found?
            let code = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) {
                guard let text = $0.baseAddress else { return ENOMEM }
                return unsafe ask(text, size, &found)
            }
            switch code {
            case 0: return found
            // "The given name or uid was not found" has many errno values, see getpwnam_r(3).
            case ENOENT, ESRCH, EBADF, EPERM: return nil
            case ERANGE where size < 16 << 20: size *= 4
            case EINTR: continue
            default: throw SystemError(call, object, code: code)
            }
        }
    }
}

extension UserAccount {
    init(_ entry: passwd) {
        unsafe self.init(name: String(cString: entry.pw_name), uid: entry.pw_uid, gid: entry.pw_gid)
    }
}
