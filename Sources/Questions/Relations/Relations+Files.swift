package import AccessModel
import Capabilities
package import LinuxCapabilities

extension Relations {
    static let ofFiles = Relations(
        of: FileAccess.self,
        implied: { $0.implied },
        presupposed: { $0.presence },
        isNeverGranted: { $0.question.isNeverGranted },
        isPossible: { file, isGranted in
            isGranted ? !file.question.isNeverGranted : !file.question.isAlwaysGranted
        },
        isPossibleBeside: { file, isGranted, other in
            switch other.question {
            // The files of the journal, and their groups, may be those of this question.
            case is JournalAccess: false
            // These state facts about the file, the subject and the rules.
            case is FileProperty, is HostAccount, is KernelSetting: false
            case let another as FileAccess:
                file.isPlain && another.isPlain
                    && FilePair(file, isGranted, another, other.isGranted).isPossible
            case is ProcessCapability: file.isPlain
            case let network as NetworkReachability:
                network.path.map { file.isPlain && $0.isApart(from: FilePath(file.path)) } ?? true
            default: true
            }
        }
    )
}

extension FileAccess {
    /// The question in the terms of the model.
    package var question: FileQuestion {
        FileQuestion(action.operation, Array(path.utf8), follow: follow)
    }

    fileprivate var implied: [any Capability] {
        question.implied.compactMap { operation in
            [.read, .write, .append].first { $0.operation == operation }
        }.map { FileAccess($0, path, follow: follow, as: subject, asking: asking) }
    }

    /// The presence of a file that can be used. The kernel may report access where the rules cannot follow the path, as
    /// through a link into proc(5). The rules alone decide about `stat`.
    fileprivate var presence: [any Capability] {
        guard question.implied.contains(.stat) else { return [] }
        return [FileAccess(.stat, path, follow: follow, as: subject, asking: asking)]
    }
}
