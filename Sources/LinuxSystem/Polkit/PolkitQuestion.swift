/// A question to polkit: whether a subject may do something.
package struct PolkitQuestion: Hashable, Sendable {
    package let action: String
    package let subject: PolkitSubject
    /// Details for polkit's rules. Only root and the action's owner may give any.
    package let details: [String: String]

    package init(_ action: String, of subject: PolkitSubject, details: [String: String] = [:]) {
        self.action = action
        self.subject = subject
        self.details = details
    }
}

/// The subject of a question, see "Subject" in polkit's D-Bus interface.
package enum PolkitSubject: Hashable, Sendable {
    case process(PolkitProcess)
    /// A connection to the bus, by its unique name, `:1.42`.
    case connection(String)
    // polkit also accepts a session, but up to version 127 it aborts. The question is about the session leader instead.
}

/// A process, identified so that no later process with its id is mistaken for it.
package struct PolkitProcess: Hashable, Sendable {
    package let pid: Int32
    /// See ``ProcessCalls/startTime(ofProcess:)``.
    package let startTime: UInt64
    /// The user that polkit judges: the real user by default.
    package let user: UInt32

    package init(pid: Int32, startTime: UInt64, user: UInt32) {
        self.pid = pid
        self.startTime = startTime
        self.user = user
    }

    /// This process.
    package static func own(
        as user: UInt32 = ProcessCalls.ownRealUser
    ) throws(SystemError) -> Self {
        let (pid, startTime) = try ownBegin.get()
        return Self(pid: pid, startTime: startTime, user: user)
    }

    private static let ownBegin = Result { () throws(SystemError) in
        let pid = ProcessCalls.ownProcess
        return (pid: pid, startTime: try ProcessCalls.startTime(ofProcess: pid))
    }
}

extension PolkitSubject {
    /// A `(sa{sv})`.
    ///
    /// A process is identified in both ways. polkit 124 and later use the descriptor. Earlier versions do not know that
    /// key, and use the id with the start time.
    var argument: BusArgument {
        switch self {
        case .process(let process): .structure([.text("unix-process"), process.argument])
        case .connection(let name):
            .structure([.text("system-bus-name"), .values(["name": .text(name)])])
        }
    }
}

extension PolkitProcess {
    fileprivate var argument: BusArgument {
        let id = BusArgument.number(UInt32(bitPattern: pid))
        let time = BusArgument.longNumber(startTime)
        let user = BusArgument.signedNumber(Int32(bitPattern: user))
        guard let handle = ProcessCalls.handle(ofProcess: pid, startedAt: startTime) else {
            return .values(["pid": id, "start-time": time, "uid": user])
        }
        return .values([
            "pid": id, "start-time": time, "uid": user, "pidfd": .descriptor(handle),
        ])
    }
}
