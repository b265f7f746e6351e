import LinuxSystem
import Procedures

/// An attempt of one request to lock the files of its categories, one after another in the order of their names.
///
/// While it waits for one file, it holds the earlier ones and no later one. So two processes never wait for each other.
final class LockAttempt: Sendable {
    enum Step {
        case granted
        case failed(Reason)
        /// Another process or request holds this file.
        case waiting(LockFile)
        /// The request was released. It holds nothing, and never will.
        case over
    }

    fileprivate struct State {
        var held: [LockFile] = []
        var awaited: LockFile?
        var isOver = false
    }

    let request: ExclusionRequest
    /// The categories that no ancestor holds.
    private let categories: [String]
    private let directory: LockDirectory
    private let state = Locked(State())

    init(_ request: ExclusionRequest, _ categories: [String], in directory: LockDirectory) {
        self.request = request
        self.categories = categories
        self.directory = directory
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Takes as many locks as it can without waiting.
    func advance() -> Step {
        state.withLock { state in
            guard !state.isOver else { return .over }
            do throws(LockFailure) {
                while state.held.count < categories.count {
                    if let awaited = try takeNext(&state) { return .waiting(awaited) }
                }
                return .granted
            } catch {
                state.end()
                return .failed(error.reason)
            }
        }
    }

    /// Releases all locks permanently.
    ///
    /// - Returns: True if it was waiting for a lock.
    @discardableResult
    func end() -> Bool {
        state.withLock { state in
            defer { state.end() }
            return state.awaited != nil
        }
    }

    /// Returns the holder of the file that it waits for.
    func obstacle() -> Reason? {
        let awaited = state.withLock { state in state.awaited.map { ($0, state.held.count) } }
        guard let (file, index) = awaited else { return nil }
        let category = categories[index]
        do {
            return try file.holder().map { Reason(.held, category, $0.words) }
        } catch {
            return Reason(.held, category, "is held by an unknown process: \(error)")
        }
    }

    /// - Returns: The file that it must wait for; nil if it has the lock.
    private func takeNext(_ state: inout State) throws(LockFailure) -> LockFile? {
        let name = try LockName(categories[state.held.count])
        for _ in 0..<LockDirectory.patience {
            let file = if let awaited = state.awaited { awaited } else { try directory.open(name) }
            state.awaited = file
            do throws(SystemError) {
                guard try file.tryLock() else { return file }
                state.awaited = nil
                // Another process may have removed the file meanwhile. The next process then locks a new file.
                if try file.isInPlace() {
                    state.held.append(file)
                    return nil
                }
                file.unlock()
            } catch {
                file.unlock()
                throw LockFailure(name, error)
            }
        }
        throw directory.unsteady(name)
    }
}

extension LockAttempt.State {
    fileprivate mutating func end() {
        // The last lock is released first. Otherwise a waiting process could get one lock only to wait for the next.
        for file in held.reversed() { file.unlock() }
        (held, awaited, isOver) = ([], nil, true)
    }
}
