import Synchronization

/// The width of a queue: so many procedures at once, the others in line, first come first served.
final class Slots: Sendable {
    /// All are of one rank.
    typealias Line = WaitingLine<Int, FirstAnswer<Bool>>

    enum Request: Sendable {
        case granted
        case inLine(Line.Ticket, FirstAnswer<Bool>)
    }

    private struct State {
        var free: Int
        var line = Line()
    }

    private let state: Mutex<State>

    init(_ width: Int) { state = Mutex(State(free: width)) }

    /// Takes a slot, or a place in line for one.
    func request() -> Request {
        state.withLock { state in
            guard state.free == 0 else {
                state.free -= 1
                return .granted
            }
            let answer = FirstAnswer<Bool>()
            return .inLine(state.line.insert(answer, at: 0), answer)
        }
    }

    /// Waits for the slot that was requested.
    ///
    /// - Returns: false when the task was cancelled first; it has no slot then.
    func wait(for request: Request) async -> Bool {
        guard case .inLine(let ticket, let answer) = request else { return true }
        return await withTaskCancellationHandler {
            await answer.value()
        } onCancel: {
            if state.withLock({ $0.line.remove(ticket) }) { answer.settle(false) }
        }
    }

    /// Hands a slot to the first in line.
    func release() {
        let first = state.withLock { state in
            let first = state.line.popFirst()
            if first == nil { state.free += 1 }
            return first
        }
        first?.settle(true)
    }
}
