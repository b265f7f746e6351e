/// The environment variables in which a service manager describes passed sockets, as text; see sd_listen_fds(3).
package struct ListenVariables: Hashable, Sendable {
    /// `LISTEN_PID`: the id of the process that the sockets are for.
    package var process: String?
    /// `LISTEN_PIDFDID`: the identity of that process among all processes that ever have that id; since systemd 258.
    package var identity: String?
    /// `LISTEN_FDS`: the number of sockets, from descriptor 3 on.
    package var count: String?
    /// `LISTEN_FDNAMES`: the names of the sockets, separated by colons.
    package var names: String?
    /// Whether the caller of this process may control it by variables.
    package var isTrusted: Bool

    package init(
        process: String? = nil,
        identity: String? = nil,
        count: String? = nil,
        names: String? = nil,
        isTrusted: Bool = true
    ) {
        self.process = process
        self.identity = identity
        self.count = count
        self.names = names
        self.isTrusted = isTrusted
    }

    /// Returns the descriptors that the variables pass to a process.
    ///
    /// The variables are valid as a whole or not at all. If one of them is wrong, no socket was passed.
    ///
    /// - Parameters:
    ///   - pid: The id of the process.
    ///   - identity: The identity that distinguishes it from all other processes that had or will have that id; nil if
    ///     the kernel does not provide one. Then `LISTEN_PIDFDID` is not compared.
    package func passed(to pid: Int32, identity own: UInt64?) -> PassedDescriptors {
        guard let count else { return .none }
        guard isTrusted else {
            return .refused("are not trusted: this process has more privilege than its caller")
        }
        guard let process else { return .refused("are for no process: LISTEN_PID is not set") }
        guard let number = Int32(digits: process) else {
            return .refused("are for no process: LISTEN_PID `\(process)` is not a process id")
        }
        guard number == pid else {
            return .refused("are for process \(number), and this is process \(pid)")
        }
        if let identity {
            guard let number = UInt64(digits: identity) else {
                return .refused(
                    "are for no process: LISTEN_PIDFDID is `\(identity)`, which is not a number"
                )
            }
            guard number == own ?? number else {
                return .refused("are for another process, which had the number \(pid) before")
            }
        }
        return descriptors(count)
    }

    private func descriptors(_ count: String) -> PassedDescriptors {
        guard let number = Int32(digits: count), number > 0,
            number <= .max - PassedDescriptors.first
        else { return .refused("are not known: LISTEN_FDS is `\(count)`, which is not a number") }
        let all = PassedDescriptors.first..<PassedDescriptors.first + number
        guard let names else { return .passed(all, names: nil) }
        let list = names.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard list.count == all.count else {
            return .refused("are \(number), and LISTEN_FDNAMES has \(list.count) names")
        }
        return .passed(all, names: list)
    }
}

/// The descriptors that a service manager passed.
package enum PassedDescriptors: Hashable, Sendable {
    /// `SD_LISTEN_FDS_START`.
    static let first: Int32 = 3

    /// The variables mention no descriptors.
    case none
    /// The variables are wrong. The text continues a sentence that begins with "the passed sockets".
    case refused(String)
    /// The passed descriptors, with the names of all of them if they have names.
    case passed(Range<Int32>, names: [String]?)
}

extension FixedWidthInteger {
    /// Parses digits only. Swift would accept a sign too.
    fileprivate init?(digits text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self.init(text)
    }
}
