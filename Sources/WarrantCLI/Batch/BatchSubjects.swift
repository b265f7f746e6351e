import AccessModel
import Kernel

/// The subjects of a run: those that repeat are read once, and then known by their bytes.
struct BatchSubjects {
    /// How many are kept, and how many bytes of them; the memory must not grow with the questions.
    private static let limit = 1 << 14
    private static let mostBytes = 1 << 22

    private var known: [Bytes: Result<Credentials, BadLine>] = [:]
    private var knownBytes = 0
    /// What an execve(2) can give at the most to a subject in our own user namespace.
    private let bounding: KernelCapabilitySet

    private let namespace: UserNamespace

    init(bounding: KernelCapabilitySet, namespace: UserNamespace) {
        self.bounding = bounding
        self.namespace = namespace
    }

    mutating func subject(
        _ bytes: [UInt8],
        in range: Range<Int>
    ) throws(BadLine) -> Credentials {
        let key = Bytes(bytes: Array(bytes[range]))
        if let found = known[key] { return try found.get() }
        let read = Result { () throws(BadLine) in
            try SubjectFields(JSONScanner(bytes, in: range)).credentials(bounding, in: namespace)
        }
        if known.count >= Self.limit || knownBytes > Self.mostBytes {
            known.removeAll(keepingCapacity: true)
            knownBytes = 0
        }
        known[key] = read
        knownBytes += range.count
        return try read.get()
    }

    /// Hashed at once: an array hashes its elements one by one.
    private struct Bytes: Hashable {
        let bytes: [UInt8]

        func hash(into hasher: inout Hasher) {
            // SAFETY: the hasher only reads the bytes.
            unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }
}
