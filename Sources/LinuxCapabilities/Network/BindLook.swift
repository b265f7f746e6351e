import Capabilities
import LinuxSystem
import Procedures

/// Judges a bind without binding.
struct BindLook {
    private let endpoint: Endpoint
    private let subject: NetworkSubject

    init(_ endpoint: Endpoint, _ subject: NetworkSubject) {
        self.endpoint = endpoint
        self.subject = subject
    }

    func status() async throws -> NetworkReachabilityStatus {
        switch endpoint.form {
        case .tcp, .udp:
            let look = try PortLook(endpoint)
            let facts = try await look.facts(on: subject.network)
            return look.status(by: facts, for: try await look.claim(of: subject, on: facts))
        case .unix(let path):
            return NetworkReachabilityStatus(verdict: try await verdict(path: path))
        case .abstract, .invalid: return NetworkReachabilityStatus(verdict: .undetermined([]))
        }
    }

    /// A bind makes a socket in a directory, as mknod(2) makes a fifo.
    private func verdict(path: String) async throws -> Verdict {
        let inquiry = FileInquiry(.create(.fifo), path, follow: nil)
        let found = try await subject.judge(inquiry)
        if found.answer == .yes {
            return .authorized([Reason("bind-permitted", endpoint.text, "the name is free")])
        }
        if found.answer == .no(Errno.EEXIST) {
            let message = "exists, and a bind needs a free name; remove it first"
            return .denied([Reason("name-taken", endpoint.text, message)])
        }
        return found.refusal(of: path)
    }
}
