import LinuxSystem

/// The minimum resources that the program needs. Below them, Swift's runtime would crash or wait forever.
enum ProgramFloor {
    private static let descriptors = 8
    private static let stack: UInt64 = 128
    private static let addressSpace: UInt64 = 1024
    private static let data: UInt64 = 64

    /// The missing resource and the remedy, or nil if none is missing.
    static var problem: String? {
        guard ProcessFloor.stack >= stack << 10 else {
            return
                "the stack has \(ProcessFloor.stack >> 10) KiB beside the environment, and \(stack) are "
                + "needed; raise the limit with `ulimit -s`"
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
        return nil
    }
}
