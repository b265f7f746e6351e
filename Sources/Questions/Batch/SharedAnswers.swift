import AccessModel
import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage
import Procedures

/// The answers that several subjects of a run share, each determined once.
struct SharedAnswers {
    /// The maximum number of kept answers. Memory must not grow with the number of questions.
    private static let limit = 1 << 14

    private let strict: Bool
    private var known: [AnyHashable: BatchAnswer] = [:]
    private var ports: [PortLook: Result<PortFacts, any Error>] = [:]
    private var owners: NamespaceOwners?

    init(strict: Bool) { self.strict = strict }

    mutating func answer(_ question: some SharedQuestion) async -> BatchAnswer {
        if let found = known[question] { return found }
        let answer: BatchAnswer
        do throws(NoAnswer) {
            answer = try await Patience.ofProcess.answer(
                within: Deadlines.look,
                startsHere: true
            ) { [strict] in
                do {
                    let found = try await question.answer()
                    let verdict = strict ? found.verdict.strict : found.verdict
                    return BatchAnswer(verdict, errno: found.errno)
                } catch {
                    return BatchAnswer(.undetermined, "\(error)")
                }
            }
        } catch {
            answer = BatchAnswer(.undetermined, error.description)
            // Without a look there is nothing to keep.
            guard case .late = error else { return answer }
        }
        if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
        known[question] = answer
        return answer
    }

    mutating func answer(_ look: PortLook, for subject: Credentials) async -> BatchAnswer {
        do {
            let facts = try await facts(of: look)
            let privilege = PortClaim.Privilege(of: subject, over: try await networkOwners())
            var claim = PortClaim(of: "the subject", privilege)
            claim.user = subject.user
            let status = look.status(by: facts, for: claim)
            let answer = BatchAnswer(status.verdict, errno: status.error?.name)
            guard answer.verdict == .denied, answer.errno == "EACCES" else { return answer }
            let owners = try await networkOwners()
            let reach = subject.reach(for: .netBindService) { one in
                let privilege = PortClaim.Privilege(of: one, over: owners)
                return look.status(by: facts, for: PortClaim(privilege)).verdict.isAuthorized
            }
            return BatchAnswer(refused: answer.because, "EACCES", unless: reach.words)
        } catch {
            return BatchAnswer(.undetermined, "\(error)")
        }
    }

    private mutating func facts(of look: PortLook) async throws -> PortFacts {
        if let known = ports[look] { return try known.get() }
        let found: Result<PortFacts, any Error>
        do {
            found = .success(try await look.facts(on: Host.live.network))
        } catch {
            found = .failure(error)
        }
        if ports.count >= Self.limit { ports.removeAll(keepingCapacity: true) }
        ports[look] = found
        return try found.get()
    }

    private mutating func networkOwners() async throws -> NamespaceOwners {
        if let owners { return owners }
        let found = try await Host.live.network.owners()
        owners = found
        return found
    }
}
