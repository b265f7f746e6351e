import LinuxSystem

/// The least that the program needs of the system. Below it, Swift's runtime would fault or wait for ever.
enum ProgramFloor {
    private static let descriptors = 8
    private static let stack: UInt64 = 128
    private static let addressSpace: UInt64 = 1024
    private static let data: UInt64 = 64

    /// What is missing, and the remedy; nil where nothing is.
    static var problem: String? {
        guard ProcessFloor.stack >= stack << 10 else {
            return "the stack may have \(ProcessFloor.stack >> 10) KiB, and \(stack) are needed; "
                + "raise the limit with `ulimit -s`"
        }
        for (name, option, limit, least) in [
            ("address space", "v", ProcessFloor.addressSpace, addressSpace),
            ("data", "d", ProcessFloor.data, data),
        ] where limit < least << 20 {
            return "\(limit >> 20) MiB of \(name) are allowed, and \(least) are needed; "
                + "raise the limit with `ulimit -\(option)`"
        }
        let free = ProcessFloor.freeDescriptors(atMost: descriptors)
        guard free == descriptors else {
            return "\(free) files can be opened, and \(descriptors) are needed; "
                + "raise the limit with `ulimit -n`"
        }
        if let call = ProcessFloor.refusedCalls.first {
            return "a seccomp(2) filter refuses \(call), without which no program in Swift waits; "
                + "allow it"
        }
        return nil
    }
}
