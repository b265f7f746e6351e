/// The variables by which a service manager says which sockets it passed, as text; see sd_listen_fds(3).
package struct ListenVariables: Hashable, Sendable {
    /// `LISTEN_PID`: for which process they are.
    package var process: String?
    /// `LISTEN_PIDFDID`: for which of all processes that ever have that number; since systemd 258.
    package var identity: String?
    /// `LISTEN_FDS`: how many there are, from descriptor 3 on.
    package var count: String?
    /// `LISTEN_FDNAMES`: what each is called, with colons between.
    package var names: String?
    /// Whether whoever started this process may tell it what to do.
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

    /// What they mean to a process.
    ///
    /// They are taken as a whole or not at all: whatever is wrong with one of them, nothing was passed.
    ///
    /// - Parameters:
    ///   - pid: The number of the process.
    ///   - identity: What tells it from all others that had or will have that number; nil where the kernel
    ///     does not say, and then `LISTEN_PIDFDID` is not compared.
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

/// Which descriptors a service manager passed.
package enum PassedDescriptors: Hashable, Sendable {
    /// `SD_LISTEN_FDS_START`.
    static let first: Int32 = 3

    /// Nobody says that any were.
    case none
    /// What is said of them is wrong; it reads on after "the passed sockets".
    case refused(String)
    /// The names of all of them, where they have any.
    case passed(Range<Int32>, names: [String]?)
}

extension FixedWidthInteger {
    /// Digits and nothing else, where Swift would take a sign too.
    fileprivate init?(digits text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self.init(text)
    }
}
