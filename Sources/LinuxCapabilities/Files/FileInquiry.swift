package import AccessModel
import Kernel

/// A question about a file, as everybody who can answer it is asked.
package struct FileInquiry: Hashable, Sendable {
    package let action: FileAccess.Action
    package let path: String
    /// Nil as the system call does by itself.
    package let follow: Bool?
    /// What else has to be a yes, so that nothing is a remedy which does not bring that about too.
    package var others: [FileQuestion] = []
    /// Whether the evidence of a refusal tells each way to be permitted.
    package var tellsWays = false
    /// Whether the kernel may say where the path leads, and grant the permissions, where the rules cannot.
    package var asksKernel = false

    package init(_ action: FileAccess.Action, _ path: String, follow: Bool?) {
        self.action = action
        self.path = path
        self.follow = follow
    }

    var question: FileQuestion {
        FileQuestion(action.operation, Array(path.utf8), follow: follow)
    }

    /// What faccessat2(2) can be asked of it; nil where its answer would say nothing.
    var accessMode: Permissions? {
        switch action {
        case .access(let modes): Permissions(modes)
        case .read, .list: .read
        case .write, .append, .openTruncate, .truncate: .write
        case .readWrite: [.read, .write]
        case .execute, .executeFrom, .search: .execute
        default: nil
        }
    }

    /// The same as a question to the rules.
    var accessQuestion: FileQuestion? {
        accessMode.map { mode in
            FileQuestion(.access(mode), Array(path.utf8), follow: follow)
        }
    }
}

extension FileInquiry {
    /// Whether the kernel asks the device controller too: devcgroup_inode_permission and
    /// devcgroup_inode_mknod (include/linux/device_cgroup.h).
    ///
    /// - Parameter object: The last file that the decision asked about.
    func asksDeviceController(of object: Place?) -> Bool {
        if action == .create(.device) { return true }
        let isDevice = object?.kind == .characterDevice || object?.kind == .blockDevice
        return isDevice && (action == .openCreate || accessMode.map { !$0.isEmpty } ?? false)
    }
}

extension Permissions {
    fileprivate init(_ modes: FileAccess.Modes) {
        self.init()
        if modes.contains(.read) { insert(.read) }
        if modes.contains(.write) { insert(.write) }
        if modes.contains(.execute) { insert(.execute) }
    }
}
