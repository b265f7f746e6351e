import Kernel
import ServiceModel
import Testing

private func filters(_ lines: String...) throws -> SystemCallFilters {
    try read("[Service]\n" + lines.joined(separator: "\n") + "\n").settings.filters
}

/// Returns whether each step is permitted.
private func left(_ filters: SystemCallFilters, _ steps: [SystemCallUse.Step]) -> [Bool] {
    steps.map { filters.decision(on: [$0]) == .permitted }
}

@Suite struct `Filters of system calls` {
    @Test(arguments: [
        (["AF_UNIX"], [true, false, false]), (["~AF_UNIX"], [false, true, true]),
        (["none"], [false, false, false]), (["none", ""], [true, true, true]),
        (["AF_UNIX", "AF_INET"], [true, true, false]),
        (["AF_UNIX", "~AF_UNIX"], [false, false, false]),
        (["~AF_UNIX AF_INET", "AF_UNIX"], [true, false, true]),
        (["none", "~AF_INET"], [true, false, true]), (["none", "AF_INET"], [false, true, false]),
        (["AF_UNIX", "none", "AF_INET6"], [false, false, true]), (["~"], [true, true, true]),
        (["AF_NOSUCH AF_LOCAL"], [true, false, false]),
        (["AF_FILE \"AF_INET\""], [true, true, false]),
        (["AF_UNIX \"AF_INET"], [true, false, false]),
    ])
    func `Lines of address families add up as in systemd`(lines: [String], expected: [Bool]) throws
    {
        let text = lines.map { "RestrictAddressFamilies=\($0)" }.joined(separator: "\n")
        let found = try filters(text)
        #expect(left(found, [.family([.unix]), .family([.inet]), .family([.inet6])]) == expected)
    }

    @Test(arguments: [
        (["@file-system"], [true, false, true]), (["~@file-system"], [false, true, true]),
        (["bind"], [false, true, true]), (["bind", ""], [true, true, true]),
        (["@system-service", "~bind openat"], [false, false, true]),
        (["~@file-system", "openat bind"], [true, true, true]),
        (["@system-service", "~bind:EACCES"], [true, false, true]),
        (["@system-service", "~bind:EACCES", "bind"], [true, true, true]),
        (["openat:EPERM bind"], [false, true, true]), (["~nosuchcall"], [true, true, true]),
        (["~bind:EWHAT openat"], [false, true, true]), (["nosuchcall"], [false, false, true]),
        (["~@known"], [false, false, false]),
    ])
    func `Lines of system calls add up as in systemd`(lines: [String], expected: [Bool]) throws {
        let text = lines.map { "SystemCallFilter=\($0)" }.joined(separator: "\n")
        let found = try filters(text)
        #expect(left(found, [.call(["openat"]), .call(["bind"]), .call(["execve"])]) == expected)
    }

    @Test(arguments: [
        ([], SystemCallRefusal.killed), (["kill"], .killed), (["EPERM", ""], .killed),
        (["EACCES"], .error(.EACCES)), (["13"], .error(.EACCES)),
        (["EACCES", "nonsense"], .error(.EACCES)),
        (["EACCES", "0"], .error(.EACCES)), (["EACCES", "5000"], .error(.EACCES)),
    ])
    func `An error number takes the place of the signal`(
        lines: [String],
        expected: SystemCallRefusal
    ) throws {
        let text = lines.map { "SystemCallErrorNumber=\($0)" }.joined(separator: "\n")
        let found = try filters("SystemCallFilter=~bind openat:EROFS", text)
        #expect(found.effect(on: "bind") == expected)
        #expect(found.effect(on: "openat") == .error(.EROFS))
    }

    @Test func `A refusal names the line that decided, and the line that would permit it`() throws {
        var found = try filters("SystemCallFilter=@system-service", "SystemCallFilter=~@chown bind")
        let step = SystemCallUse.Step.call(["bind", "chown"])
        for (call, line) in [("bind", 3), ("chown", 3), ("reboot", 2)] {
            guard case .refused(let refusal) = found.decision(on: [.call([call])]) else {
                Issue.record("\(call) is permitted")
                continue
            }
            #expect(refusal.setting?.place.line == line)
        }
        #expect(found.permit(step) == "SystemCallFilter=bind chown")
        #expect(found.decision(on: [step]) == .permitted)
    }

    @Test(arguments: [
        (["@default", "~bind:EPERM"], "EPERM", true),
        (["@default", "~bind:EPERM"], "EACCES", false),
        (["@default", "~bind:kill"], "kill", true), (["~bind:EPERM"], "EPERM", false),
        (["@default", "~bind:EPERM", "bind"], "EPERM", false),
    ])
    func `A filter cannot be loaded if a call has the effect of all others`(
        lines: [String],
        error: String,
        expected: Bool
    ) throws {
        let text = lines.map { "SystemCallFilter=\($0)" }.joined(separator: "\n")
        let found = try filters(text, "SystemCallErrorNumber=\(error)")
        #expect((found.unloadable?.place.line == 3) == expected)
    }

    @Test func `One permitted way of several leaves it open`() throws {
        let found = try filters("SystemCallFilter=~open", "RestrictAddressFamilies=AF_INET")
        guard case .inPart = found.decision(on: [.call(["open", "openat"])]),
            case .inPart = found.decision(on: [.family([.inet, .inet6])]),
            case .inPart = found.decision(on: [.call(["open"], others: ["openat9"])]),
            case .inPart = found.decision(on: [.family([.unix], others: [.inet])]),
            case .inPart = found.decision(on: [.family([.unix], calls: ["socketpair"])]),
            case .refused = found.decision(on: [.family([.unix], others: [.inet6], calls: ["open"])]
            )
        else {
            Issue.record("\(found)")
            return
        }
    }

    /// The filter compares 64 bits, and the kernel looks at 32 of them.
    @Test func `A list of refused families refuses none for certain`() throws {
        let found = try filters("RestrictAddressFamilies=~AF_PACKET")
        guard case .inPart = found.decision(on: [.family([.packet])]) else {
            Issue.record("\(found)")
            return
        }
    }

    @Test func `A filter implies no_new_privs only while it restricts something`() throws {
        func implies(_ lines: String...) throws -> [String] {
            try read("[Service]\n" + lines.joined(separator: "\n")).settings.impliesNoNewPrivileges
                .map(\.setting)
        }
        #expect(try implies("RestrictAddressFamilies=~", "SystemCallFilter=~nosuchcall") == [])
        #expect(try implies("RestrictAddressFamilies=none") == ["RestrictAddressFamilies=none"])
        #expect(try implies("SystemCallFilter=~bind", "SystemCallFilter=bind") == [])
    }
}

extension SystemCallFilters {
    fileprivate func effect(on call: String) -> SystemCallRefusal? {
        if case .refused(let refusal) = decision(on: [.call([call])]) {
            refusal.effect
        } else {
            nil
        }
    }
}
