public import Kernel
import Procedures

/// Who is asked about.
public enum Subject: Hashable, Sendable {
    /// The thread that looks.
    case current
    case process(pid: Int32)
    /// A user by name or number. Groups, the primary one first, replace those of the name service;
    /// kernel capabilities are the effective ones.
    case user(String, groups: [String]? = nil, capabilities: [KernelCapability]? = nil)
    /// A running unit: its main process for a yes, every process of its control group for a no.
    ///
    /// A process that was moved to another group, such as that of a session, is not the unit's.
    case unit(String)
}

extension Subject: CustomStringConvertible {
    public var description: String {
        switch self {
        case .current: "this process"
        case .process(let pid): "process \(pid)"
        case .user(let name, nil, _): "user \(name)"
        case .user(let name, let groups?, _): "user \(name):\(groups.joined(separator: ","))"
        case .unit(let name): "unit \(name)"
        }
    }
}
