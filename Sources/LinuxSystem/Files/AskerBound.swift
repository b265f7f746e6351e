import Glibc

/// Why a thread that has assumed a subject would get an answer of its own where the subject gets another.
///
/// One who walks a path for somebody else asks this of every step, and has no answer where it is not nil.
package enum AskerBound: Hashable, Sendable {
    /// A link of proc(5): `self` and its like name the asker, and the others are followed by its leave to
    /// trace the process, see ptrace(2).
    case processLink
    /// The folder of this process in proc(5): its threads may use what is there, whoever they have become.
    case ownProcess
    /// FUSE judges the real and the saved ids, and then asks its server, see fuse(4).
    case userSpaceFileSystem

    /// - Parameters:
    ///   - name: The last component of the step.
    ///   - magic: The type of its file system, as statfs(2) numbers it.
    package init?(_ name: String, _ kind: FileFacts.Kind, magic: Int64) {
        switch magic {
        case 0x6573_5546: self = .userSpaceFileSystem  // FUSE_SUPER_MAGIC
        case 0x9FA0 where kind == .symbolicLink: self = .processLink  // PROC_SUPER_MAGIC
        case 0x9FA0 where name == "\(getpid())": self = .ownProcess
        default: return nil
        }
    }
}

extension AskerBound: CustomStringConvertible {
    /// For a sentence that begins with the path: `leads through a link of proc(5), which …`.
    package var description: String {
        switch self {
        case .processLink: "leads through a link of proc(5), which is another for each who asks"
        case .ownProcess: "leads through the folder of the asking process in proc(5)"
        case .userSpaceFileSystem: "lies on FUSE, whose server decides by who asks"
        }
    }
}
