import Capabilities
import Foundation
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

/// Compares subjects with the answers of the kernel and of system tools.
@Suite(.timeLimit(.minutes(20))) struct `Subject of this system` {
    @Test(arguments: ["root", "daemon", "www-data", "nobody", "0", "33"])
    func `A user has the groups that id prints`(user: String) async throws {
        guard case .known(let found) = try await Host.live.identity(of: .user(user)) else {
            Issue.record("no user \(user) here")
            return
        }
        #expect(try await text("id", "--user", user) == "\(found.credentials.user.fileSystem)")
        #expect(try await text("id", "--group", user) == "\(found.credentials.group.fileSystem)")
        let groups = try await text("id", "--groups", user).split(separator: " ").map { UInt32($0) }
        #expect(found.credentials.groups == Set(groups.compactMap(\.self)))
        let own = try ProcessCalls.ownCredentials().capabilities
        #expect(
            found.credentials.sets.effective
                == (user == "root" || user == "0" ? own.bounding : .none)
        )
    }

    @Test func `A user and group given by number need no entry`() async throws {
        let subject = Subject.user("3000000000", groups: ["3000000001", "root"])
        guard case .known(let found) = try await Host.live.identity(of: subject) else {
            Issue.record("not known")
            return
        }
        #expect(
            found.credentials.user == CredentialIDs(3_000_000_000)
                && found.credentials.group == CredentialIDs(3_000_000_001)
        )
        #expect(found.credentials.groups == [3_000_000_001, 0])
    }

    @Test func `A missing user differs from one with unknown groups`()
        async throws
    {
        guard case .unknown(let nobody) = try await Host.live.identity(of: .user("nosuchuser")),
            case .unknown(let number) = try await Host.live.identity(of: .user("3000000000")),
            case .unknown(let group) = try await Host.live.identity(
                of: .user("root", groups: ["nosuchgroup"])
            )
        else {
            Issue.record("somebody is known who is not here")
            return
        }
        #expect(nobody.object == "user nosuchuser" && group.object == "group nosuchgroup")
        #expect(number.code == "subject-groups-unknown")
    }

    @Test func `The current subject has the ids of this thread`() async throws {
        guard case .known(let found) = try await Host.live.identity(of: .current) else {
            Issue.record("not known")
            return
        }
        #expect(found.credentials.user.effective == geteuid() && found.place == nil)
    }

    private func text(_ command: String...) async throws -> String {
        try await runCommand(command).success(of: command)
    }
}
