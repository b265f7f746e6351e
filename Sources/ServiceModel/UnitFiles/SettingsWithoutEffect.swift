/// The settings of `[Service]` that the model does not need: they do not change which files, ports and kernel
/// capabilities a command may use.
enum SettingsWithoutEffect {
    static func contains(_ name: String) -> Bool { reasons[name] != nil }

    static var names: [String] { reasons.keys.sorted() }

    /// The reason for each setting.
    private static let reasons: [String: String] = {
        let groups: [(reason: String, names: String)] = [
            (
                "decides when the service starts, stops, restarts or counts as started",
                """
                ExitType Restart RestartSec RestartMode RestartSteps RestartMaxDelaySec
                RestartPreventExitStatus RestartForceExitStatus SuccessExitStatus RemainAfterExit
                GuessMainPID PIDFile BusName NotifyAccess StartLimitInterval StartLimitBurst
                StartLimitAction FailureAction RebootArgument RuntimeMaxSec RuntimeRandomizedExtraSec
                WatchdogSec WatchdogSignal TimeoutSec TimeoutStartSec TimeoutStopSec TimeoutAbortSec
                TimeoutStartFailureMode TimeoutStopFailureMode TimeoutCleanSec
                """
            ),
            (
                "decides which signals end the service",
                """
                KillMode KillSignal RestartKillSignal FinalKillSignal SendSIGKILL SendSIGHUP
                ReloadSignal SurviveFinalKillSignal
                """
            ),
            (
                "sets variables, which the kernel does not look at",
                "Environment EnvironmentFile PassEnvironment UnsetEnvironment SetLoginEnvironment"
            ),
            (
                "selects the input and output, which systemd opens before it gives up privileges",
                """
                StandardInputText StandardInputData TTYPath TTYReset TTYVHangup TTYVTDisallocate
                TTYRows TTYColumns
                """
            ),
            (
                "labels or limits the messages in the log",
                """
                SyslogIdentifier SyslogFacility SyslogLevel SyslogLevelPrefix LogLevelMax
                LogRateLimitIntervalSec LogRateLimitBurst LogExtraFields LogFilterPatterns
                """
            ),
            (
                "passes open descriptors, which need no permission any more",
                """
                Sockets NonBlocking FileDescriptorStoreMax FileDescriptorStorePreserve OpenFile
                USBFunctionDescriptors USBFunctionStrings
                """
            ),
            (
                "shares out the time of processors and disks",
                """
                Nice CPUSchedulingPolicy CPUSchedulingPriority CPUSchedulingResetOnFork
                IOSchedulingClass IOSchedulingPriority TimerSlackNSec
                CPUAccounting CPUWeight StartupCPUWeight CPUShares StartupCPUShares CPUQuota
                CPUQuotaPeriodSec AllowedCPUs StartupAllowedCPUs AllowedMemoryNodes
                StartupAllowedMemoryNodes IOAccounting IOWeight StartupIOWeight IODeviceWeight
                IOReadBandwidthMax IOWriteBandwidthMax IOReadIOPSMax IOWriteIOPSMax
                IODeviceLatencyTargetSec BlockIOAccounting BlockIOWeight StartupBlockIOWeight
                BlockIODeviceWeight BlockIOReadBandwidth BlockIOWriteBandwidth CPUSetPartition
                CPUPressureWatch CPUPressureThresholdSec IOPressureWatch IOPressureThresholdSec
                """
            ),
            (
                "limits memory, processes or disk space: a refusal depends on the use, not on permission",
                """
                MemoryAccounting MemoryMin MemoryLow MemoryHigh MemoryMax MemorySwapMax MemoryZSwapMax
                MemoryZSwapWriteback MemoryLimit DefaultMemoryMin DefaultMemoryLow DefaultStartupMemoryLow
                StartupMemoryLow StartupMemoryHigh StartupMemoryMax StartupMemorySwapMax
                StartupMemoryZSwapMax MemoryPressureWatch MemoryPressureThresholdSec MemoryKSM
                TasksAccounting TasksMax OOMScoreAdjust OOMPolicy ManagedOOMSwap
                ManagedOOMMemoryPressure ManagedOOMMemoryPressureLimit
                ManagedOOMMemoryPressureDurationSec ManagedOOMPreference LimitCPU LimitDATA LimitSTACK
                LimitCORE LimitRSS LimitAS LimitNPROC LimitMEMLOCK LimitLOCKS LimitSIGPENDING
                LimitMSGQUEUE LimitNICE LimitRTPRIO LimitRTTIME MemoryTHP OOMRules
                StateDirectoryAccounting StateDirectoryQuota CacheDirectoryAccounting
                CacheDirectoryQuota LogsDirectoryAccounting LogsDirectoryQuota
                """
            ),
            ("decides what a crash leaves behind", "CoredumpFilter CoredumpReceive"),
            ("counts packets", "IPAccounting"),
            (
                "only lifts a restriction that is unknown itself, `IPAddressDeny=`",
                "IPAddressAllow"
            ),
            (
                "only lifts a restriction that is unknown itself, `SocketBindDeny=`",
                "SocketBindAllow"
            ),
            ("decides which control groups exist", "DisableControllers"),
            ("enters the session in utmp(5)", "UtmpIdentifier UtmpMode"),
            ("changes what signals and keys the process gets", "IgnoreSIGPIPE KeyringMode"),
            ("sets the mode of files that the process makes", "UMask"),
            ("questions have absolute paths", "WorkingDirectory"),
            ("takes effect when the service stops", "RuntimeDirectoryPreserve RemoveIPC"),
            (
                "restricts system calls that no question is about",
                """
                LockPersonality Personality MemoryDenyWriteExecute RestrictNamespaces RestrictRealtime
                """
            ),
            ("logs system calls", "SystemCallLog"),
            (
                "systemd ignores it",
                "Capabilities SysVStartPriority BusPolicy NetClass"
            ),
        ]
        var reasons: [String: String] = [:]
        for (reason, names) in groups {
            for name in names.unquotedWords { reasons[name] = reason }
        }
        return reasons
    }()
}
