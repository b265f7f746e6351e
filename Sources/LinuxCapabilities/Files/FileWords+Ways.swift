import AccessModel
import Kernel
import Procedures

extension FileWords {
    /// Each way past a refused permission by itself, none of which the subject has: the groups that may, and
    /// the kernel capabilities. Empty where permission is not the cause.
    func ways(past stop: Stop?) -> [Evidence] {
        guard case .refused(let refusal) = stop, refusal.cause == .permissionRefused else {
            return []
        }
        let groups = tree.groupsThatMay(refusal.wanted, on: refusal.place)
        let capabilities: [KernelCapability] = [.dacReadSearch, .dacOverride]
        return groups.map { Evidence("group \(names.group($0))", holds: false) }
            + capabilities.map { Evidence($0.name, holds: false) }
    }
}
