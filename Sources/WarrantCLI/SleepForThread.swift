import LinuxSystem

/// In place of sleep(3), which libdispatch calls for a second when the system gives it no thread, and then
/// tries again, for ever. Nothing else in the program calls it.
@_cdecl("sleep") public func sleepForThread(_ seconds: UInt32) -> UInt32 {
    guard ThreadShortage.pause(seconds) else { return 0 }
    complain("cannot start a thread; raise the limit with `ulimit -u`, or TasksMax= of its unit")
    ProcessCalls.exitAtOnce(ExitStatus.fault.rawValue)
}
