import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem

// A process with one thread, which a test process is not: the state of a service before its first `await`.

/// Makes at least ten thousand raised calls while tasks start tasks. Prints the capabilities that were seen on all
/// threads.
func leak() throws {
    var sets = try CapabilityCalls.ownThreeSets()
    sets.effective = .none
    // Set before another thread exists, because new threads inherit the sets from here.
    try CapabilityCalls.setOwn(sets)
    let sampler = Sampler(.chown)
    try sampler.start()
    let churn = Churn(tasks: 64)
    churn.start()
    let permit = Permit(ProcessCapability(.chown, in: .permitted), holding: nil)
    var count = 0
    // Continues until the sampler has seen a raised thread at least once. Otherwise it may be blind.
    while count < 10_000 || !sampler.hasSeenRaised {
        try permit.changeOwner(of: "/dev/null", user: 0)
        count += 1
    }
    churn.stop()
    let found = sampler.end()
    for leak in found.leaks.prefix(3) { print("leak: \(leak)") }
    print("samples \(found.samples) raised \(found.raised) leaks \(found.leaks.count)")
}

/// Drops all capabilities except two, with a second thread or alone, and prints the sets.
func drop(beside others: Bool = false, noNewPrivileges: Bool? = nil) throws {
    if others { try startThread(named: "other") { Semaphore().wait() } }
    let kept: Set<KernelCapability> = [.netBindService, .chown]
    do {
        if let noNewPrivileges {
            try ProcessCapability.dropAll(keeping: kept, noNewPrivileges: noNewPrivileges)
        } else {
            try ProcessCapability.dropAll(keeping: kept)
        }
    } catch {
        print("error \(error)")
    }
    for line in String(decoding: try SmallFile.bytes(at: "/proc/self/status"), as: UTF8.self)
        .split(separator: "\n") where line.hasPrefix("Cap") || line.hasPrefix("NoNewPrivs")
    { print(line) }
}

/// Prints the processes of a control group, one a line, or the reason why they are not known.
func listProcesses(ofControlGroup path: String) {
    do throws(ControlGroup.Failure) {
        for process in try ControlGroup.processes(of: path) { print(process.pid) }
    } catch {
        print(error)
    }
}

switch CommandLine.arguments.dropFirst().first {
case "leak": try leak()
case "drop": try drop()
case "drop-and-gain": try drop(noNewPrivileges: false)
case "drop-beside-others": try drop(beside: true)
case "file": try await useFile(at: CommandLine.arguments[2])
case "bind": try bind()
case "serve": try serve(at: CommandLine.arguments[2])
case "updates": await tell(of: CommandLine.arguments[2])
case "name-updates": try await tell(ofName: CommandLine.arguments[2])
case "raised-updates": try await tellRaised(of: CommandLine.arguments[2])
case "control-group": listProcesses(ofControlGroup: CommandLine.arguments[2])
default: exit(64)
}
