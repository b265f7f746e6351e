import AccessModel
import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

/// Properties of this process that need not apply to other subjects.
@Suite struct `File access for other subjects` {
    private static let path = "/dev/null"
    private static let null = Place(
        .characterDevice,
        mode: 0o666,
        uid: 0,
        gid: 0,
        deviceNumber: DeviceNumber(major: 1, minor: 3)
    )
    private static let regular = Place(.regular, mode: 0o644, uid: 0, gid: 0)

    /// - Parameter group: The control group of this process and of process 7.
    private static func host(
        _ place: Place,
        _ kernel: FileLook? = nil,
        group: String = "/"
    ) -> Host {
        let others = [1, 7].map { (pid: Int32) in
            ProcessFacts(
                pid: pid,
                threads: [ThreadCredentials(thread: pid, user: 0, group: 0)],
                namespaces: .success(.all(1)),
                controlGroups: [group]
            )
        }
        return .whole { facts in
            facts.own?.capabilities.bounding = .all
            facts.users["web"] = SubjectAccount(user: 33, groups: [33])
            facts.describe(HostFacts.File(place), at: path)
            facts.kernelAnswer = kernel.map { .always($0) } ?? .none
            facts.add(others)
            facts.deviceControlled = group == "/" ? [] : [nil, 7]
        }
    }

    @Test(arguments: [Subject.user("web"), .process(pid: 7)])
    func `An unexplained refusal of the kernel is not known for others`(subject: Subject) async {
        let host = Self.host(Self.null, .answered(refusal: .EPERM))
        let verdict = await FileAccess(.read, Self.path, as: subject, on: host).verdict()
        guard case .undetermined(let reasons) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(reasons.map(\.code) == ["refused-by-kernel"])
        #expect(reasons[0].message.contains("(asked-in-its-place)"))
    }

    @Test func `An unexplained refusal of the kernel denies this process`() async {
        let host = Self.host(Self.null, .answered(refusal: .EPERM))
        let verdict = await FileAccess(.read, Self.path, on: host).verdict()
        guard case .denied(let reasons) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(reasons.map(\.code).contains("refused-by-kernel"))
    }

    private static func assumed(
        _ action: FileAccess.Action,
        _ place: Place,
        as subject: Subject,
        _ kernel: FileLook? = nil,
        group: String = "/system.slice/web.service"
    ) async -> [String] {
        let host = host(place, kernel, group: group)
        let verdict = await FileAccess(action, path, as: subject, on: host).verdict()
        #expect(verdict.isAuthorized, "\(verdict)")
        return verdict.assumes.map(\.code.rawValue)
    }

    @Test(arguments: [FileAccess.Action.read, .write, .readWrite, .openCreate, .access(.read)])
    func `Access to a device assumes the device controller`(
        action: FileAccess.Action
    ) async {
        for subject in [Subject.process(pid: 7), .current] {
            let found = await Self.assumed(action, Self.null, as: subject)
            #expect(found == ["device-controller"])
        }
    }

    @Test func `Access without a device controller assumes none`() async {
        let process = Subject.process(pid: 7)
        #expect(await Self.assumed(.stat, Self.null, as: process) == [])
        #expect(await Self.assumed(.read, Self.regular, as: process) == [])
        #expect(await Self.assumed(.read, Self.null, as: process, group: "/") == [])
        #expect(await Self.assumed(.read, Self.null, as: .user("web")) == [])
    }

    @Test func `This process needs no device assumption after a yes of the kernel`() async {
        let yes = FileLook.answered(refusal: nil)
        #expect(await Self.assumed(.read, Self.null, as: .current, yes) == [])
        let other = await Self.assumed(.read, Self.null, as: .process(pid: 7), yes)
        #expect(other == ["device-controller"])
    }
}
