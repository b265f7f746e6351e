/// A program that starts containers, or manages those that another one starts.
///
/// The order is from the managers to the runtimes below them, which keep a second state of the same containers.
package enum ContainerRuntime: String, CaseIterable, Hashable, Sendable {
    case podman, docker, containerd, runc, crun
}

extension ContainerRuntime: CustomStringConvertible {
    package var description: String { rawValue }
}
