/// Where proc(5) lists the descriptors of the thread that opened it: its links lead calls to files that
/// are open as places, which refuse an `O_PATH` descriptor itself.
package struct DescriptorFolder: ~Copyable, Sendable {
    private let place: Descriptor?

    package init() { place = try? FileCalls.openOwnProc("/proc/thread-self/fd", follow: true) }

    var number: Int32? {
        switch place {
        case .some(let place): place.number
        case .none: nil
        }
    }
}
