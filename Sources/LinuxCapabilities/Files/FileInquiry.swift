package import AccessModel
import Kernel
import ServiceModel

/// A question about a file, in the form for every authority that can answer it.
package struct FileInquiry: Hashable, Sendable {
    package let action: FileAccess.Action
    package let path: String
    /// True to follow a link at the end; nil for the default of the system call.
    package let follow: Bool?
    /// Other questions that a remedy must also turn into yes.
    package var others: [FileQuestion] = []
    /// True if the evidence of a refusal lists each way to be permitted.
    package var tellsWays = false
    /// True if the remedies of a yes are the changes that would prevent it.
    package var tellsPreventions = false
    /// True if the kernel may resolve the path, and grant the permissions, if the rules cannot.
    package var asksKernel = false

    package init(_ action: FileAccess.Action, _ path: String, follow: Bool?) {
        self.action = action
        self.path = path
        self.follow = follow
    }

    package var question: FileQuestion {
        FileQuestion(action.operation, Array(path.utf8), follow: follow)
    }

    /// The question, and the others that a remedy must turn into yes.
    var questions: [FileQuestion] { [question] + others }

    /// The mode with which faccessat2(2) can be asked; nil if its answer would be meaningless.
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

    /// The same question to the rules.
    var accessQuestion: FileQuestion? {
        accessMode.map { mode in
            FileQuestion(.access(mode), Array(path.utf8), follow: follow)
        }
    }
}

extension FileInquiry {
    /// Returns whether the kernel also asks the device controller: devcgroup_inode_permission and devcgroup_inode_mknod
    /// (include/linux/device_cgroup.h).
    ///
    /// - Parameter object: The last file that the decision asked about.
    func asksDeviceController(of object: Place?) -> Bool {
        if action == .create(.device) { return true }
        let isDevice = object?.kind == .characterDevice || object?.kind == .blockDevice
        return isDevice && (action == .openCreate || accessMode.map { !$0.isEmpty } ?? false)
    }
}

extension FileInquiry {
    /// Returns whether it opens a device that systemd permits to almost every service.
    func usesStandardDevice(_ object: Place?) -> Bool {
        guard action != .create(.device), let object, object.kind == .characterDevice else {
            return false
        }
        return StandardDevices.contain(object.deviceNumber)
    }
}

extension FileAccess.Action {
    /// True if it sets the set-user-ID or set-group-ID bit.
    var setsIDBits: Bool {
        if case .changeMode(let mode) = self { mode & 0o6000 != 0 } else { false }
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
