import LinuxSystem
import Procedures

/// One request's way to the lock files of its categories, one after another in the order of their names.
///
/// While it waits for one it holds those before it and none after: so two processes never wait for one
/// another.
final class LockAttempt: Sendable {
    enum Step {
        case granted
        case failed(Reason)
        /// Another holds this one.
        case waiting(LockFile)
        /// Released: nothing is held, and nothing ever will be.
        case over
    }

    fileprivate struct State {
        var held: [LockFile] = []
        var awaited: LockFile?
        var isOver = false
    }

    let request: ExclusionRequest
    /// Those that no ancestor holds.
    private let categories: [String]
    private let directory: LockDirectory
    private let state = Locked(State())

    init(_ request: ExclusionRequest, _ categories: [String], in directory: LockDirectory) {
        self.request = request
        self.categories = categories
        self.directory = directory
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Goes as far as it can without waiting.
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

    /// Gives back what it holds, for good.
    ///
    /// - Returns: Whether it was waiting for more.
    @discardableResult
    func end() -> Bool {
        state.withLock { state in
            defer { state.end() }
            return state.awaited != nil
        }
    }

    /// Who holds the file that it waits for.
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

    /// - Returns: The file that it must wait for; nil when it has got it.
    private func takeNext(_ state: inout State) throws(LockFailure) -> LockFile? {
        let name = try LockName(categories[state.held.count])
        for _ in 0..<LockDirectory.patience {
            let file = if let awaited = state.awaited { awaited } else { try directory.open(name) }
            state.awaited = file
            do throws(SystemError) {
                guard try file.tryLock() else { return file }
                state.awaited = nil
                // Somebody may have removed it while we waited: whoever comes next locks another.
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
        // The last taken is the first given back, so that nobody gets one to wait for the next.
        for file in held.reversed() { file.unlock() }
        (held, awaited, isOver) = ([], nil, true)
    }
}
