import CLinux
import Glibc

/// A socket for one question to the kernel over netlink(7), in the network namespace of this thread.
struct NetlinkSocket: ~Copyable {
    private let socket: Socket
    private let object: String

    /// - Parameters:
    ///   - family: The netlink family, such as `NETLINK_SOCK_DIAG`.
    ///   - object: The object of the question, for errors.
    init(family: Int32, for object: String) throws(SystemError) {
        let socket = try Socket(family: AF_NETLINK, type: clinux_raw, protocol: family, for: object)
        // The kernel answers within the call. The time limit is for a kernel that does not.
        let patience = timeval(tv_sec: 5, tv_usec: 0)
        try socket.set(SO_RCVTIMEO, of: SOL_SOCKET, to: patience, for: object)
        self.socket = socket
        self.object = object
    }

    /// Sends one request, and returns all messages that answer it.
    ///
    /// - Parameter attempts: The maximum number of reads of a table that changes while it is read.
    /// - Throws: ``SystemError`` with the kernel's own `errno`; `EINTR` for a table that changed during each attempt,
    ///   `EBADMSG` for an answer that is malformed or cut off. A partial answer is never returned.
    func ask(
        type: UInt16,
        flags: Int32,
        _ body: [UInt8],
        attempts: UInt32 = 4
    ) throws(SystemError) -> [NetlinkMessage] {
        for attempt in 1...attempts {
            try send(type: type, flags: flags, sequence: attempt, body)
            if let messages = try receive(answering: attempt) { return messages }
        }
        throw SystemError("netlink(7)", object, code: EINTR)
    }

    private func send(
        type: UInt16,
        flags: Int32,
        sequence: UInt32,
        _ body: [UInt8]
    ) throws(SystemError) {
        let header = nlmsghdr(
            nlmsg_len: UInt32(MemoryLayout<nlmsghdr>.size + body.count),
            nlmsg_type: type,
            nlmsg_flags: UInt16(NLM_F_REQUEST | flags),
            nlmsg_seq: sequence,
            nlmsg_pid: 0
        )
        let message = bytes(of: header) + body
        // SAFETY: the kernel reads the message during the call.
        let sent = unsafe Glibc.send(socket.descriptor, message, message.count, 0)
        guard sent == message.count else { throw SystemError("netlink(7)", object, code: errno) }
    }

    /// Returns nil for a table that changed while it was read.
    private func receive(answering sequence: UInt32) throws(SystemError) -> [NetlinkMessage]? {
        var answer: [NetlinkMessage] = []
        var hasChanged = false
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let length = try receive(into: &buffer)
            guard let messages = NetlinkMessage.all(in: buffer[..<length]) else {
                throw SystemError("netlink(7)", object, code: EBADMSG)
            }
            for message in messages where message.header.nlmsg_seq == sequence {
                let flags = Int32(message.header.nlmsg_flags)
                if flags & NLM_F_DUMP_INTR != 0 { hasChanged = true }
                let isEnd = try endsAnswer(message, &answer)
                if isEnd || flags & NLM_F_MULTI == 0 { return hasChanged ? nil : answer }
            }
        }
    }

    private func receive(into buffer: inout [UInt8]) throws(SystemError) -> Int {
        while true {
            // SAFETY: the kernel writes at most `count` bytes; with MSG_TRUNC it returns the true length.
            let length = unsafe recv(socket.descriptor, &buffer, buffer.count, clinux_msg_trunc)
            if length >= 0 && length <= buffer.count { return length }
            let code = length < 0 ? errno : EBADMSG
            guard code == EINTR else { throw SystemError("netlink(7)", object, code: code) }
        }
    }

    /// Returns whether a message ends the answer. Other messages are added to the answer.
    private func endsAnswer(
        _ message: NetlinkMessage,
        _ answer: inout [NetlinkMessage]
    ) throws(SystemError) -> Bool {
        switch Int32(message.header.nlmsg_type) {
        case NLMSG_NOOP:
            return false
        case NLMSG_ERROR, NLMSG_DONE:
            // Both begin with a negative errno. The end of an interrupted dump contains one.
            let code = message.payload.load(Int32.self) ?? -EBADMSG
            guard code >= 0 else { throw SystemError("netlink(7)", object, code: 0 &- code) }
            return true
        case NLMSG_OVERRUN:
            throw SystemError("netlink(7)", object, code: ENOBUFS)
        default:
            answer.append(message)
            return false
        }
    }
}
