import Foundation
import TestSupport
import Testing

/// Tests with the program of Tests/PrivilegeProbe, which has all kernel capabilities permitted and none effective.
@Suite(.timeLimit(.minutes(20))) struct `Low port with a permitted capability` {
    @Test func `A permit binds a low port only if raising is allowed`() async throws {
        try #require(getuid() == 0, "root is needed to have capabilities")
        let program = PortJudge.builds.appending(path: "PrivilegeProbe").path()
        let needs =
            "`bind tcp:127.0.98.1:98` is undetermined: `tcp:127.0.98.1:98` needs CAP_NET_BIND_SERVICE below port "
            + "1024, and it is not in effect; this process can gain the permission by itself: "
            + "CAP_NET_BIND_SERVICE is permitted, so it can raise it"
        #expect(
            try await runCommand([program, "bind"]).output == """
                looking true
                not allowed `not allowed` did not run: \(needs)
                allowed listens true again true effective 0

                """
        )
    }
}
