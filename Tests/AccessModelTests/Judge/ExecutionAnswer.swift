import AccessModel
import Kernel

/// The judge's answer: the executed file, and the process after the execution.
struct ExecutionAnswer {
    private let mode: UInt16
    private let owner: UInt32
    private let group: UInt32
    private let attribute: [UInt8]
    let error: Errno?
    let process: FinalProcess

    init(_ numbers: [UInt64]) {
        let length = Int(numbers[3])
        mode = UInt16(numbers[0])
        owner = UInt32(numbers[1])
        group = UInt32(numbers[2])
        attribute = numbers[4..<4 + length].map(UInt8.init)
        error = .judged(numbers[4 + length])
        process = FinalProcess(numbers[(5 + length)...])
    }

    func file(distrust: MountDistrust?) -> ProgramFile {
        ProgramFile(
            mode: mode,
            owner: owner == .overflow ? nil : owner,
            group: group == .overflow ? nil : group,
            capabilities: attribute.isEmpty ? nil : Result(attribute: attribute),
            distrust: distrust
        )
    }

    /// Returns whether the process may execute the file. The owner and others always may. A member of the group needs
    /// the group's bit, or CAP_DAC_OVERRIDE if both ids are mapped.
    func isExecutable(by process: ProcessCredentials) -> Bool {
        let ids = process.namespace.own.ids
        let isMapped =
            ids.users.contains(outside: owner) && ids.groups.contains(outside: group)
            && owner != .overflow && group != .overflow
        let isOwner = process.user.fileSystem == owner
        return isOwner || !process.isIn(group) || mode & 0o010 != 0
            || (isMapped && process.sets.effective.contains(.dacOverride))
    }
}

extension Result where Success == FileCapabilities, Failure == MalformedFileCapabilities {
    init(attribute: [UInt8]) {
        do throws(MalformedFileCapabilities) {
            self = .success(try FileCapabilities(attribute: attribute))
        } catch {
            self = .failure(error)
        }
    }
}

extension Errno {
    /// - Parameter answer: The number that the judge wrote; 0 for success.
    static func judged(_ answer: UInt64) -> Errno? {
        Errno(unlessZero: Int32(clamping: answer))
    }

    init(_ refusal: ExecutionRefusal) {
        self =
            switch refusal {
            case .lacksFileCapabilities: .EPERM
            case .malformedFileCapabilities(.invalid): .EINVAL
            case .malformedFileCapabilities(.tooLong): .ERANGE
            }
    }

    init(_ refusal: CredentialRefusal) {
        self =
            switch refusal {
            case .notPermitted: .EPERM
            case .invalidArgument: .EINVAL
            }
    }
}
