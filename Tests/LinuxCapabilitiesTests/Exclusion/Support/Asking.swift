import Glibc
import LinuxCapabilities
import Testing

@testable import Procedures

extension HostExclusion {
    /// Enqueues a procedure's request.
    func asking(
        _ categories: Set<String>,
        for procedure: String = "backup",
        inside parent: ExclusionRequest? = nil
    ) -> ExclusionRequest {
        let request = ExclusionRequest(
            categories,
            for: procedure,
            inside: parent,
            priority: .medium
        ) { _ in }
        acquire(request)
        return request
    }

    /// Returns the reason why a request for the category fails at once, or nil.
    func refusal(of category: String = "backup") async -> String? {
        let request = asking([category])
        defer { release(request) }
        let file = "\(directory)/\(category).lock"
        guard case .failed(let reason) = await request.value() else { return nil }
        let object = reason.object == file ? "file" : reason.object
        guard directory != "" else { return "directory \(reason.message)" }
        return "\(object == directory ? "directory" : object) \(reason.message)"
            .replacing(file, with: "FILE").replacing(directory, with: "DIRECTORY")
    }
}

extension ExclusionRequest {
    /// Waits for the answer of the request.
    func value() async -> Answer? {
        await withCheckedContinuation { continuation in
            whenAnswered { continuation.resume(returning: self.early) }
        }
    }

    /// Waits until the request is granted.
    func isAlone() async -> Bool {
        if case .granted = await value() { true } else { false }
    }
}

extension HostExclusion {
    func obstacleLines(_ request: ExclusionRequest) -> [String] {
        obstacles(to: request).map { "\($0.object) \($0.message)" }
    }
}

/// Takes on the ids of an unprivileged user, with all threads of the process, which belongs to the test.
func become(_ user: UInt32) throws {
    let isPrivileged = setgroups(0, nil) == 0
    try #require(isPrivileged, "root is needed to become somebody else")
    try #require(setgid(user) == 0)
    try #require(setuid(user) == 0)
}
