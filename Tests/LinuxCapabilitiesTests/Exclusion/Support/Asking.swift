import Glibc
import LinuxCapabilities
import Testing

@testable import Procedures

extension HostExclusion {
    /// Puts a procedure's request in line.
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

    /// Why a request for the category fails at once; nil where it does not.
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
    /// Waits for its answer.
    func value() async -> Answer? {
        await withCheckedContinuation { continuation in
            whenAnswered { continuation.resume(returning: self.early) }
        }
    }

    /// Waits until it is granted.
    func isAlone() async -> Bool {
        if case .granted = await value() { true } else { false }
    }
}

extension HostExclusion {
    func obstacleLines(_ request: ExclusionRequest) -> [String] {
        obstacles(to: request).map { "\($0.object) \($0.message)" }
    }
}

/// Becomes an unprivileged user, with all threads of the process, which is the test's own.
func become(_ user: UInt32) throws {
    let isPrivileged = setgroups(0, nil) == 0
    try #require(isPrivileged, "root is needed to become somebody else")
    try #require(setgid(user) == 0)
    try #require(setuid(user) == 0)
}
