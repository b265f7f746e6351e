/// The folder in which proc(5) lists the descriptors of the thread that opened it. Calls that refuse an `O_PATH`
/// descriptor reach its file through the links in this folder.
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
