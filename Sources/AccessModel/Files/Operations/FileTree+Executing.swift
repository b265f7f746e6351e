import Kernel

// execve(2), up to the program's first instruction: the kernel's do_open_execat, search_binary_handler
// (fs/exec.c), load_script (fs/binfmt_script.c), load_elf_binary (fs/binfmt_elf.c).
extension FileTree {
    /// The maximum number of interpreters of scripts in a chain.
    private static let interpreterLimit = 5

    /// - Parameter path: The file name in the call. A handler may match its extension.
    func execute(
        _ file: PlaceID,
        as path: [UInt8],
        from directory: [UInt8]?,
        _ subject: Credentials
    ) throws(Stop) {
        try gainCapabilities(try binary(of: file, as: path, from: directory, subject), subject)
    }

    /// Decides what execve(2) of a program makes of a process. A relative interpreter is not known.
    ///
    /// - Parameter subject: The process, as the rules for files know it.
    package func execution(
        ofProgramAt path: [UInt8],
        by process: ProcessCredentials,
        _ subject: Credentials
    ) throws(Stop) -> ExecutionDecision {
        let file = try reach(path, from: root, .follow, subject)
        let binary = try binary(of: file, as: path, from: nil, subject)
        let program = ProgramFile(
            self[binary],
            capabilities: try program(binary).capabilities,
            on: mount(of: binary)
        )
        return AccessModel.execution(of: program, by: process, on: settings.runningKernel)
    }

    /// Returns the file whose code runs: at the end of the interpreters of scripts.
    private func binary(
        of file: PlaceID,
        as path: [UInt8],
        from directory: [UInt8]?,
        _ subject: Credentials
    ) throws(Stop) -> PlaceID {
        var (file, path) = (file, path)
        try permitExecution(file, subject)
        for _ in 0...Self.interpreterLimit {
            let program = try program(file)
            try wantNoHandler(of: program, file, as: path)
            switch program.format {
            case .unknown: throw .refused(Refusal(.unknownFormat, .ENOEXEC, at: file))
            case .unreadable(let error): throw .refused(Refusal(.unknownFormat, error, at: file))
            case .undecided: throw .unknown(Unknown(.programHandler, at: file))
            case .script(let interpreter):
                let start = try start(interpreter, of: file, from: directory)
                file = try reachInterpreter(interpreter, from: start, subject)
                path = interpreter
            case .elf(let interpreter):
                if let interpreter {
                    let start = try start(interpreter, of: file, from: directory)
                    try wantBinary(try reachInterpreter(interpreter, from: start, subject))
                }
                return file
            }
        }
        throw .refused(Refusal(.interpreterLoop, .ELOOP, at: file))
    }

    /// Requires that no known handler of binfmt_misc takes the program. A handler that cannot be read may still run a
    /// program that the kernel itself does not (load_misc_binary, fs/binfmt_misc.c).
    private func wantNoHandler(
        of program: Program,
        _ file: PlaceID,
        as path: [UInt8]
    ) throws(Stop) {
        let unknown = Stop.unknown(Unknown(.programHandler, at: file))
        var areAllSeen = !program.mayHaveOtherHandlers
        if case .seen(let takesHead, let endings) = program.handlers {
            if takesHead { throw unknown }
            let ending = path.lastIndex(of: UInt8(ascii: ".")).map { path[$0...].dropFirst() }
            if let ending, endings.contains(where: ending.elementsEqual) { throw unknown }
        } else {
            areAllSeen = false
        }
        if program.format == .unknown, !areAllSeen { throw unknown }
    }

    private func permitExecution(_ file: PlaceID, _ subject: Credentials) throws(Stop) {
        switch self[file].kind {
        case .symbolicLink: throw .refused(Refusal(.isALink, .ELOOP, at: file))
        case .regular: break
        default: throw .refused(Refusal(.notExecutableKind, .EACCES, at: file))
        }
        try wantExecMount(file)
        try permit(.execute, on: file, subject)
        try wantKey(file)
        try refuseVerity(file)
    }

    /// Returns the start of an interpreter's path. For a relative path it is the working directory.
    private func start(
        _ path: [UInt8],
        of file: PlaceID,
        from directory: [UInt8]?
    ) throws(Stop) -> PlaceID {
        if path.first == UInt8(ascii: "/") { return root }
        let unknown = Stop.unknown(Unknown(.relativeInterpreter, at: file))
        guard let directory else { throw unknown }
        switch try walk(directory, .followToDirectory).end {
        case .reached(let place): return place
        // No process has such a working directory.
        case .name, .stopped: throw unknown
        }
    }

    private func reachInterpreter(
        _ path: [UInt8],
        from start: PlaceID,
        _ subject: Credentials
    ) throws(Stop) -> PlaceID {
        let interpreter = try reach(path, from: start, .follow, subject)
        try permitExecution(interpreter, subject)
        return interpreter
    }

    /// Requires that the interpreter of a binary is itself a binary.
    private func wantBinary(_ interpreter: PlaceID) throws(Stop) {
        let program = try program(interpreter)
        switch program.servesBinaries {
        case true?: return
        case nil: throw .unknown(Unknown(.programHandler, at: interpreter))
        case false?:
            let error: Errno = program.isShort ? .EIO : .ELIBBAD
            throw .refused(Refusal(.unknownFormat, error, at: interpreter))
        }
    }

    private func program(_ file: PlaceID) throws(Stop) -> Program {
        switch details[Int(file.index)].program {
        case .unread: throw .lacks(.program(file))
        case .known(let program): return program
        case .unknown(let cause): throw .unknown(Unknown(cause, at: file))
        }
    }

    /// A file whose capabilities are effective must grant all of them, see capabilities(7), "Safety checking for
    /// capability-dumb binaries".
    private func gainCapabilities(_ file: PlaceID, _ subject: Credentials) throws(Stop) {
        guard let bytes = try program(file).capabilities else { return }
        var executed = ProgramFile(self[file], capabilities: bytes, on: mount(of: file))
        let isDoubtful = subject.namespace.isSeenFromWithin && executed.countAsOurs()
        let decision = AccessModel.execution(
            of: executed,
            by: ProcessCredentials(subject),
            on: settings.runningKernel
        )
        if isDoubtful, case .refused = decision.outcome {
            throw .unknown(Unknown(.fileCapabilities, at: file))
        }
        switch decision.outcome {
        case .becomes: return
        case .refused(.malformedFileCapabilities(.invalid)):
            throw .refused(Refusal(.fileCapabilities, .EINVAL, at: file))
        case .refused(.malformedFileCapabilities(.tooLong)):
            throw .refused(Refusal(.fileCapabilities, .ERANGE, at: file))
        case .refused: throw .refused(Refusal(.fileCapabilities, .EPERM, at: file))
        }
    }
}

extension ProgramFile {
    /// Replaces the root user of capabilities for another namespace by the root user of this one.
    ///
    /// - Returns: True if the capabilities were for another one.
    fileprivate mutating func countAsOurs() -> Bool {
        guard case .success(var found)? = capabilities, found.rootUser ?? 0 != 0 else {
            return false
        }
        found.rootUser = nil
        capabilities = .success(found)
        return true
    }

    fileprivate init(_ place: Place, capabilities bytes: [UInt8]?, on mount: Mount) {
        var capabilities: Result<FileCapabilities, MalformedFileCapabilities>?
        do throws(MalformedFileCapabilities) {
            if let bytes { capabilities = .success(try FileCapabilities(attribute: bytes)) }
        } catch {
            capabilities = .failure(error)
        }
        self.init(
            mode: place.mode,
            owner: place.uid == noID ? nil : place.uid,
            group: place.gid == noID ? nil : place.gid,
            capabilities: capabilities,
            distrust: mount.flags.contains(.noSuid) ? .nosuid : nil
        )
    }
}

extension ProcessCredentials {
    /// Creates a process with the subject's effective set. The other sets are the most that such a subject has.
    fileprivate init(_ subject: Credentials) {
        let own = NamespaceLineage.Member(identity: 0, owner: 0, ids: subject.namespace)
        let child = NamespaceLineage(own: own, ancestors: [NamespaceLineage.initial.own])
        self.init(
            user: CredentialIDs(subject.user),
            group: CredentialIDs(subject.group),
            groups: Set(subject.groups),
            sets: KernelCapabilitySets(
                effective: subject.effective,
                permitted: subject.effective,
                inheritable: subject.inheritable,
                bounding: subject.bounding,
                ambient: .none
            ),
            namespace: subject.namespace.isInitial ? .initial : child
        )
    }
}
