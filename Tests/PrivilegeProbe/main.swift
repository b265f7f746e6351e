import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem

// A process of one thread, as a test with its many is none: what a service does before its first `await`.

/// At least ten thousand raised calls beside tasks that start tasks; prints what every thread was seen to have.
func leak() throws {
    var sets = try CapabilityCalls.ownThreeSets()
    sets.effective = .none
    // Before there is another thread: those that are born have it from here.
    try CapabilityCalls.setOwn(sets)
    let sampler = Sampler(.chown)
    try sampler.start()
    let churn = Churn(tasks: 64)
    churn.start()
    let permit = Permit(ProcessCapability(.chown, in: .permitted), holding: nil)
    var count = 0
    // On until the sampler has seen what it looks for at least once: else it may be blind.
    while count < 10_000 || !sampler.hasSeenRaised {
        try permit.changeOwner(of: "/dev/null", user: 0)
        count += 1
    }
    churn.stop()
    let found = sampler.end()
    for leak in found.leaks.prefix(3) { print("leak: \(leak)") }
    print("samples \(found.samples) raised \(found.raised) leaks \(found.leaks.count)")
}

/// Gives up all but two, with a second thread or alone, and prints the sets.
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

/// Prints the processes of a control group, one a line, or why they are not known.
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
