import AccessModel
import Capabilities
import LinuxCapabilities
import LinuxSystem
import PolicyEngine
import Procedures

/// A question whose answer is the same for every subject.
protocol SharedQuestion: Capability {
    func answer() async throws -> BatchAnswer
}

extension NetworkReachability: SharedQuestion {
    func answer() async throws -> BatchAnswer {
        let status = try await authorizationStatus()
        return BatchAnswer(status.verdict, errno: status.error.map(errorName))
    }
}

extension SystemdUnit: SharedQuestion {
    func answer() async throws -> BatchAnswer { BatchAnswer(await verdict()) }
}

/// The answers of a run that are the same for every subject, each looked for once.
struct SharedAnswers {
    /// How many are kept; the memory must not grow with the questions.
    private static let limit = 1 << 14

    private var known: [String: BatchAnswer] = [:]
    private var ports: [PortLook: Result<PortFacts, any Error>] = [:]

    mutating func answer(_ question: any SharedQuestion) async -> BatchAnswer {
        if let found = known[question.name] { return found }
        let limit = Policy.defaultLimit
        let found = await withDeadline(limit, startsHere: true) {
            do {
                return try await question.answer()
            } catch {
                return BatchAnswer(.undetermined, "\(error)")
            }
        }
        let answer =
            found ?? BatchAnswer(.undetermined, "gave no answer within \(limit.spelled)")
        if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
        known[question.name] = answer
        return answer
    }

    mutating func answer(_ look: PortLook, for subject: Credentials) -> BatchAnswer {
        if ports[look] == nil {
            if ports.count >= Self.limit { ports.removeAll(keepingCapacity: true) }
            ports[look] = Result { try look.facts(on: .live) }
        }
        do {
            guard var facts = try ports[look]?.get() else { return BatchAnswer(.undetermined, "") }
            facts.hasNetBindService = subject.isCapable(.netBindService)
            facts.ownInodes = []
            let status = look.status(by: facts)
            return BatchAnswer(status.verdict, errno: status.error.map(errorName))
        } catch {
            return BatchAnswer(.undetermined, "\(error)")
        }
    }
}
