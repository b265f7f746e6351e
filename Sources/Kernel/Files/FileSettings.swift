/// Facts of the running kernel that affect decisions about files: its version and `fs.protected_*`, see proc_sys_fs(5).
/// A setting that the kernel does not have is 0.
package struct FileSettings: Hashable, Sendable {
    package var protectedSymlinks: Int
    package var protectedHardlinks: Int
    package var protectedRegular: Int
    package var protectedFifos: Int
    package var kernel: KernelVersion
    /// The highest kernel capability that the kernel knows.
    package var lastCapability: KernelCapability

    package var runningKernel: RunningKernel {
        RunningKernel(version: kernel, last: lastCapability)
    }

    package init(
        protectedSymlinks: Int = 1,
        protectedHardlinks: Int = 1,
        protectedRegular: Int = 0,
        protectedFifos: Int = 0,
        kernel: KernelVersion = KernelVersion(6, 18),
        lastCapability: KernelCapability = .checkpointRestore
    ) {
        self.protectedSymlinks = protectedSymlinks
        self.protectedHardlinks = protectedHardlinks
        self.protectedRegular = protectedRegular
        self.protectedFifos = protectedFifos
        self.kernel = kernel
        self.lastCapability = lastCapability
    }
}
