import Glibc
import TestSupport
import Testing

@testable import LinuxCapabilities
@testable import Procedures

@Suite struct `Attempt to lock` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func attempt(_ categories: String...) -> LockAttempt {
        let request = ExclusionRequest(
            Set(categories),
            for: "backup",
            inside: nil,
            priority: .medium
        ) { _ in }
        return LockAttempt(request, request.categories, in: LockDirectory(folder.path))
    }

    /// A user who can remove a locked file breaks the exclusion. A request that waited for the file must not then
    /// proceed.
    @Test func `An attempt does not lock a file that was removed meanwhile`() {
        let (holder, waiting, late) = (attempt("backup"), attempt("backup"), attempt("backup"))
        #expect(holder.advance().word == "granted")
        #expect(waiting.advance().word == "waiting")
        unsafe unlink("\(folder.path)/backup.lock")
        #expect(late.advance().word == "granted")

        holder.end()
        #expect(waiting.advance().word == "waiting")
        late.end()
        #expect(waiting.advance().word == "granted")
    }

    @Test func `A failed attempt releases the locks that it has`() throws {
        try folder.link("b.lock", to: "/etc/passwd")
        let failing = attempt("a", "b")

        #expect(failing.advance().word == "failed")
        #expect(attempt("a").advance().word == "granted")
        #expect(failing.advance().word == "over")
    }

    @Test func `A released attempt gets no lock`() {
        let released = attempt("a")
        released.end()

        #expect(released.advance().word == "over")
        #expect(attempt("a").advance().word == "granted")
    }
}

extension LockAttempt.Step {
    fileprivate var word: String {
        switch self {
        case .granted: "granted"
        case .failed: "failed"
        case .waiting: "waiting"
        case .over: "over"
        }
    }
}
