package import AccessModel
package import Kernel
package import LinuxCapabilities
package import LinuxSystem

/// Files that are only facts: what is not among them does not exist.
package struct FakeFiles: FileProbe {
    /// One file, by its path; directories on the way there that are not listed are root's, 0755.
    package struct File: Sendable {
        let path: String
        let place: Place
        let mount: Mount
        let list: [ListEntry]?
        let target: String?

        package init(
            _ path: String,
            _ place: Place,
            on mount: Mount = Mount(),
            list: [ListEntry]? = nil,
            target: String? = nil
        ) {
            self.path = path
            self.place = place
            self.mount = mount
            self.list = list
            self.target = target
        }
    }

    private let files: [File]
    private let subject: Credentials
    private let names: IDNames
    private let settings: FileSettings
    /// What the kernel says to every question; nil where there is none to ask.
    private let kernel: FileLook?
    package let securityModules: [String]
    private let machine: MachineID?

    package init(
        _ files: [File] = [],
        for subject: Credentials = Credentials(user: 0, group: 0),
        names: IDNames = IDNames(),
        settings: FileSettings = FileSettings(),
        kernel: FileLook? = nil,
        securityModules: [String] = [],
        machine: MachineID? = nil
    ) {
        self.files = files
        self.subject = subject
        self.names = names
        self.settings = settings
        self.kernel = kernel
        self.securityModules = securityModules
        self.machine = machine
    }

    package func look(
        at path: String,
        for mode: Permissions,
        follow: Bool,
        keeping: Bool
    ) async throws -> HeldLook? { kernel.map { HeldLook($0) } }

    /// There are no threads, and so nothing that one of them has permitted.
    package func look(
        for inquiry: FileInquiry,
        raising capability: KernelCapability
    ) async throws -> JudgedFile? { nil }

    package func judge(_ inquiry: FileInquiry, after look: HeldLook?) async throws -> FileJudgement
    {
        facts.judgement(of: inquiry, for: subject) { _, _ in names }
    }

    package func judge(
        _ inquiry: FileInquiry,
        for subject: SubjectIdentity
    ) async throws -> [FileJudgement] {
        subject.everyone.map { credentials in
            facts.judgement(
                of: inquiry,
                for: Credentials(credentials, in: subject.place, from: .initial)
            ) { _, _ in
                names
            }
        }
    }

    package func ask(
        _ inquiry: FileInquiry,
        _ mode: Permissions,
        as subject: SubjectIdentity
    ) async throws -> [FileLook]? { kernel.map { look in subject.everyone.map { _ in look } } }

    package func machineID(seenBy subject: SubjectIdentity?) async throws -> MachineID? { machine }

    private var facts: ToldFileTree {
        var facts = HostFacts()
        facts.settings = settings
        for file in files {
            let told = HostFacts.File(
                file.place,
                on: file.mount,
                list: file.list,
                target: file.target
            )
            facts.tell(told, of: file.path)
        }
        return ToldFileTree(facts, isWhole: true)
    }
}
