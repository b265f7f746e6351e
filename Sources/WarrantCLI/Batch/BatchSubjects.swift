import AccessModel
import Capabilities
import Kernel
import LinuxCapabilities
import Procedures
import Text

/// The subject of a batch line.
enum BatchSubject {
    /// A subject that the line describes, or a user with the ids from the name service.
    case described(Credentials, as: Subject?)
    /// A process, a unit, a container or a service, in its state at the time of the question.
    case running(Subject)
    /// The reason why the subject could not be determined.
    case unknown(Reason)
}

/// The subjects of a run. A repeated subject is read once and then found by its bytes.
struct BatchSubjects {
    /// The largest number of subjects to keep, and of their bytes. The memory must not grow with the questions.
    private static let limit = 1 << 14
    private static let mostBytes = 1 << 22

    private var known: [Bytes: Result<BatchSubject, BadLine>] = [:]
    private var knownBytes = 0
    /// The most that an execve(2) can give to a subject in this process's user namespace.
    private let bounding: KernelCapabilitySet

    private let namespace: UserNamespace

    init(bounding: KernelCapabilitySet, namespace: UserNamespace) {
        self.bounding = bounding
        self.namespace = namespace
    }

    /// Forgets all subjects: the groups of a user may have changed.
    mutating func forget() {
        known.removeAll(keepingCapacity: true)
        knownBytes = 0
    }

    mutating func subject(
        _ bytes: [UInt8],
        in range: Range<Int>,
        _ accounts: inout KnownAccounts
    ) async throws(BadLine) -> BatchSubject {
        let key = Bytes(bytes: Array(bytes[range]))
        if let found = known[key] { return try found.get() }
        let read: Result<BatchSubject, BadLine>
        do throws(BadLine) {
            let fields = try SubjectFields(JSONScanner(bytes, in: range))
            read = .success(try await subject(fields, &accounts))
        } catch {
            read = .failure(error)
        }
        if known.count >= Self.limit || knownBytes > Self.mostBytes { forget() }
        known[key] = read
        knownBytes += range.count
        return try read.get()
    }

    private func subject(
        _ fields: SubjectFields,
        _ accounts: inout KnownAccounts
    ) async throws(BadLine) -> BatchSubject {
        guard let named = fields.named else {
            let credentials = try fields.credentials(bounding, in: namespace)
            let (user, groups) = (credentials.user, [credentials.group] + credentials.groups)
            if credentials.namespace == namespace,
                let unmapped = namespace.unmapped(user: user, groups: groups)
            {
                return .unknown(Reason(unmapped: unmapped, of: "uid \(user)"))
            }
            return .described(credentials, as: nil)
        }
        guard case .user(let name, _, _) = named else { return .running(named) }
        _ = try accounts.user(name)
        switch await Host.live.identityInTime(of: named) {
        case .unknown(let reason): return .unknown(reason)
        case .known(let user):
            let credentials = Credentials(user.credentials, from: namespace)
            return .described(credentials, as: named)
        }
    }

    /// Bytes that are hashed in one call: an array hashes its elements one by one.
    private struct Bytes: Hashable {
        let bytes: [UInt8]

        func hash(into hasher: inout Hasher) {
            // SAFETY: the hasher only reads the bytes.
            unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }
}
