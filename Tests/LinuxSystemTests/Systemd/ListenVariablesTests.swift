import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

@Suite struct `The sockets that a manager passes` {
    private static let whole = ListenVariables(process: "7", count: "2", names: "a:b")

    @Test func `Passed sockets belong to the process that is named`() {
        #expect(Self.whole.passed(to: 7, identity: nil) == .passed(3..<5, names: ["a", "b"]))
        #expect(
            Self.whole.passed(to: 8, identity: nil)
                == .refused("are for process 7, and this is process 8")
        )
        #expect(ListenVariables(process: "7").passed(to: 7, identity: nil) == .none)
        #expect(
            ListenVariables(process: "7", count: "1").passed(to: 7, identity: nil)
                == .passed(3..<4, names: nil)
        )
    }

    @Test(
        arguments: [
            (\ListenVariables.process, nil, "are for no process: LISTEN_PID is not set"),
            (\.process, "", "are for no process: LISTEN_PID `` is not a process id"),
            (\.process, "+7", "are for no process: LISTEN_PID `+7` is not a process id"),
            (\.identity, "x", "are for no process: LISTEN_PIDFDID is `x`, which is not a number"),
            (\.identity, "2", "are for another process, which had the number 7 before"),
            (\.count, "", "are not known: LISTEN_FDS is ``, which is not a number"),
            (\.count, "0", "are not known: LISTEN_FDS is `0`, which is not a number"),
            (\.count, "-1", "are not known: LISTEN_FDS is `-1`, which is not a number"),
            (
                \.count, "2147483645",
                "are not known: LISTEN_FDS is `2147483645`, which is not a number"
            ),
            (\.count, "1", "are 1, and LISTEN_FDNAMES has 2 names"),
            (\.names, "", "are 2, and LISTEN_FDNAMES has 1 names"),
        ] as [(any WritableKeyPath<ListenVariables, String?> & Sendable, String?, String)]
    )
    func `One faulty variable refuses all passed sockets`(
        variable: any WritableKeyPath<ListenVariables, String?> & Sendable,
        value: String?,
        problem: String
    ) {
        var variables = Self.whole
        variables[keyPath: variable] = value
        #expect(variables.passed(to: 7, identity: 1) == .refused(problem))
    }

    @Test func `Passed sockets from a caller with less privilege are refused`() {
        var variables = Self.whole
        variables.isTrusted = false
        #expect(
            variables.passed(to: 7, identity: nil)
                == .refused("are not trusted: this process has more privilege than its caller")
        )
    }

    @Test func `The pidfd id of a process is compared if the kernel gives it`() {
        var variables = Self.whole
        variables.identity = "11"
        let all = PassedDescriptors.passed(3..<5, names: ["a", "b"])
        #expect(variables.passed(to: 7, identity: 11) == all)
        #expect(variables.passed(to: 7, identity: nil) == all)
    }

    /// Compares with a plain version of the rules in sd_listen_fds_with_names(3).
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `Passed sockets follow sd_listen_fds(3), whatever the variables`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<2_000 {
            let variables = ListenVariables(
                process: random.text(),
                identity: random.text(),
                count: random.text(),
                names: random.text(),
                isTrusted: random.chance(90)
            )
            let found: Int? =
                if case .passed(let range, _) = variables.passed(to: 3, identity: 4) {
                    range.count
                } else { nil }
            #expect(found == Self.reference(variables), "seed \(seed): \(variables)")
        }
    }

    private static func reference(_ variables: ListenVariables) -> Int? {
        guard variables.isTrusted, variables.process == "3" else { return nil }
        if let identity = variables.identity, identity != "4" { return nil }
        guard let text = variables.count, let count = Int(text), count > 0, "\(count)" == text,
            count <= Int(Int32.max) - 3
        else { return nil }
        if let names = variables.names,
            names.split(separator: ":", omittingEmptySubsequences: false).count != count
        {
            return nil
        }
        return count
    }
}

extension SplitMix {
    /// Returns a text that is often valid, so that later rules are reached too.
    fileprivate mutating func text() -> String? {
        weigh([
            (4, nil), (4, "3"), (3, "4"), (2, "1"), (2, "2"), (2, "a:b"), (2, "a:b:"), (1, "::"),
            (1, ""), (1, "-3"), (1, " 3"), (1, "3 "), (1, "٣"), (1, "2147483644"),
            (1, "99999999999999999999"), (1, "\u{0}"),
        ])
    }
}
