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
        if let problem = memory("address space", "v", ProcessFloor.addressSpace, addressSpace)
            ?? memory("data", "d", ProcessFloor.data, data)
        {
            return problem
        }
        let free = ProcessFloor.freeDescriptors(atMost: descriptors)
        guard free == descriptors else {
            return "\(free) files can be opened, and \(descriptors) are needed; "
                + "raise the limit with `ulimit -n`"
        }
        return nil
    }

    private static func memory(
        _ name: String,
        _ option: String,
        _ limit: UInt64,
        _ least: UInt64
    ) -> String? {
        guard limit < least << 20 else { return nil }
        return "\(limit >> 20) MiB of \(name) are allowed, and \(least) are needed; "
            + "raise the limit with `ulimit -\(option)`"
    }
}
