import LinuxSystem

/// Replaces sleep(3). If the system gives libdispatch no thread, libdispatch calls sleep(3) for a second and tries
/// again, forever. No other code in the program calls it.
@_cdecl("sleep") public func sleepForThread(_ seconds: UInt32) -> UInt32 {
    guard ThreadShortage.pause(seconds) else { return 0 }
    complain("cannot start a thread; raise the limit with `ulimit -u`, or TasksMax= of its unit")
    ProcessCalls.exitAtOnce(ExitStatus.fault.rawValue)
}
