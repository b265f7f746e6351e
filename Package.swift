// swift-tools-version: 6.2
import PackageDescription

// Read this file top to bottom and you have read the architecture.
// A target imports what its line names and nothing else; the Makefile builds with
// `--explicit-target-dependency-import-check error` to hold us to it.

let package = Package(
    name: "warrant",
    products: [
        .library(name: "Warrant", targets: ["Warrant"]),
        .library(name: "Procedures", targets: ["Procedures"]),  // the engine alone
        .library(name: "WarrantSubprocess", targets: ["WarrantSubprocess"]),
        .library(name: "WarrantTesting", targets: ["WarrantTesting"]),
        .library(name: "WarrantObservability", targets: ["WarrantObservability"]),
        .executable(name: "warrant", targets: ["WarrantCLI"]),
    ],
    dependencies: [
        // The program's arguments.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Where services log already: the engine logs nothing unless it is handed a logger.
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        // For one product alone, which no other target imports: services count and trace by these already.
        .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
        // Other programs as procedures, and those that the tests run: no thread of Swift's waits for them.
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        // The paths of swift-subprocess, which needs it itself.
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    ],
    targets: [
        // C headers. No logic; `static inline` for what Swift cannot call.
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CLibcap", providers: [.apt(["libcap-dev"])]),
        .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),

        // Text from outside, as each format writes it. Everyone may import it; it imports nothing.
        .target(name: "Text"),

        // Roots. They share the kernel's values and the way to write text, and do not know one another.
        .target(name: "Kernel"),  // the kernel's values: no C, no input, no decisions in it
        .target(  // the fence: the only Swift that calls C. No decisions in it
            name: "LinuxSystem",
            dependencies: ["CLinux", "CLibcap", "CSystemd", "CYAML", "Kernel", "Text"]
        ),
        .target(  // the kernel's rules as functions: no input, no output
            name: "AccessModel",
            dependencies: ["Kernel"]
        ),
        .target(  // settings of a unit to the confinement of its commands: no input, no output
            name: "ServiceModel",
            dependencies: ["Kernel", "Text"]
        ),
        .target(  // the engine: no operating system in it
            name: "Procedures",
            dependencies: ["Text", .product(name: "Logging", package: "swift-log")]
        ),
        .target(  // text to typed policy: no capability, no file in it
            name: "PolicyLanguage",
            dependencies: ["Text"]
        ),

        // Joins. Each brings together what its line names.
        .target(
            name: "Capabilities",
            dependencies: ["Procedures", "Text", .product(name: "Logging", package: "swift-log")]
        ),
        .target(
            name: "LinuxCapabilities",
            dependencies: [
                "AccessModel", "Capabilities", "Kernel", "LinuxSystem", "Procedures",
                "ServiceModel", "Text",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(  // the table of words, one file for each: no policy, no file of one in it
            name: "Questions",
            dependencies: [
                "AccessModel", "Capabilities", "Kernel", "LinuxCapabilities", "LinuxSystem",
                "PolicyLanguage",
                "Procedures", "Text",
            ]
        ),
        .target(  // what a service needs of a policy: read, bind, check, gate. No lint in it
            name: "Policies",
            dependencies: [
                "AccessModel", "Capabilities", "Kernel", "LinuxCapabilities", "LinuxSystem",
                "PolicyLanguage",
                "Procedures", "Questions", "Text",
            ]
        ),
        .target(  // what an author needs besides: lint, compare, show, test, record, harden, new
            name: "PolicyAuthoring",
            dependencies: [
                "AccessModel", "Capabilities", "Kernel", "LinuxCapabilities", "LinuxSystem",
                "Policies",
                "PolicyLanguage", "Procedures", "Questions", "Text",
            ]
        ),

        // Faces. No other source target imports these.
        .target(  // what a service author imports: nothing but re-exports
            name: "Warrant",
            dependencies: [
                "Capabilities", "Kernel", "LinuxCapabilities", "LinuxSystem", "Policies",
                "PolicyLanguage", "Procedures",
            ]
        ),
        .target(  // other programs as procedures
            name: "WarrantSubprocess",
            dependencies: [
                "Procedures", "Text", .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "WarrantTesting",
            dependencies: [
                "Capabilities", "LinuxCapabilities", "PolicyAuthoring", "Procedures", "Text",
            ]
        ),
        .target(  // observers for metrics, spans and profiles: no backend in it
            name: "WarrantObservability",
            dependencies: [
                "Procedures", "Text",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        .executableTarget(  // arguments, files, printing: no decisions
            name: "WarrantCLI",
            dependencies: [
                "AccessModel", "Capabilities", "Kernel", "LinuxCapabilities", "LinuxSystem",
                "Policies", "PolicyAuthoring", "PolicyLanguage", "Procedures", "Questions", "Text",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),

        // Tests mirror Sources; the last three look at the whole.
        .target(  // what several of them stand on: in no product
            name: "TestSupport",
            dependencies: [
                "Capabilities", "Procedures", .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            path: "Tests/TestSupport"
        ),
        .testTarget(name: "TextTests", dependencies: ["TestSupport", "Text"]),
        .testTarget(name: "KernelTests", dependencies: ["Kernel"]),
        .testTarget(
            name: "ServiceModelTests",
            dependencies: ["Kernel", "ServiceModel", "TestSupport"]
        ),
        .testTarget(
            name: "LinuxSystemTests",
            dependencies: [
                "ExecutorProbe", "Kernel", "LastThread", "LinuxSystem", "PrivilegeProbe",
                "TestSupport",
            ]
        ),
        .executableTarget(  // tasks on the program's executor, which a test process cannot have
            name: "ExecutorProbe",
            dependencies: ["LinuxSystem"],
            path: "Tests/ExecutorProbe"
        ),
        .executableTarget(  // the kernel as judge of the model; in C, since it forks
            name: "ExecutionJudge",
            path: "Tests/ExecutionJudge"
        ),
        .testTarget(
            name: "AccessModelTests",
            dependencies: ["AccessModel", "ExecutionJudge", "Kernel", "TestSupport"]
        ),
        .executableTarget(  // it blocks threads, and a test process has only two
            name: "HeldThreadProbe",
            dependencies: [
                "LinuxSystem", "Procedures", .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/HeldThreadProbe"
        ),
        .testTarget(
            name: "ProceduresTests",
            dependencies: [
                "HeldThreadProbe", "Procedures", "TestSupport", "WarrantTesting",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "WarrantSubprocessTests",
            dependencies: ["Procedures", "TestSupport", "WarrantSubprocess", "WarrantTesting"]
        ),
        .testTarget(
            name: "ObservabilityTests",
            dependencies: [
                "Procedures", "TestSupport", "WarrantObservability", "WarrantTesting",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        .testTarget(
            name: "PolicyLanguageTests",
            dependencies: ["Policies", "PolicyLanguage", "TestSupport"]
        ),
        .testTarget(
            name: "CapabilitiesTests",
            dependencies: [
                "Capabilities", "Procedures", "TestSupport", "WarrantTesting",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .executableTarget(name: "PortJudge", path: "Tests/PortJudge"),  // binds as others, in C
        .executableTarget(name: "ReachJudge", path: "Tests/ReachJudge"),  // takes each step, in C
        .executableTarget(name: "LastThread", path: "Tests/LastThread"),  // threads, in C
        .executableTarget(name: "ZombieLeader", path: "Tests/ZombieLeader"),  // threads, in C
        .executableTarget(  // one thread, as a test is none
            name: "PrivilegeProbe",
            dependencies: [
                "AccessModel", "Capabilities", "Kernel", "LinuxCapabilities", "LinuxSystem",
                "Procedures",
            ],
            path: "Tests/PrivilegeProbe"
        ),
        .executableTarget(  // asks on the terminal that controls it
            name: "ConfirmationProbe",
            dependencies: ["Capabilities", "LinuxCapabilities", "LinuxSystem", "Procedures"],
            path: "Tests/ConfirmationProbe"
        ),
        .testTarget(
            name: "LinuxCapabilitiesTests",
            dependencies: [
                "AccessModel", "Capabilities", "ConfirmationProbe", "Kernel", "LinuxCapabilities",
                "LinuxSystem", "PortJudge",
                "PrivilegeProbe", "Procedures", "SeccompJudge", "ServiceModel", "TestSupport",
                "WarrantCLI", "WarrantTesting",
                "ZombieLeader", .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .executableTarget(  // what the parser says of each line, for scripts/check-policy-schema
            name: "PolicyProbe",
            dependencies: [
                "Kernel", "LinuxCapabilities", "Policies", "PolicyLanguage",
            ],
            path: "Tests/PolicyProbe"
        ),
        .executableTarget(  // what Benchmarks/Policies measures in one process
            name: "PolicyBenchmark",
            dependencies: [
                "Capabilities", "Kernel", "LinuxCapabilities", "LinuxSystem", "Policies",
                "PolicyAuthoring",
                "PolicyLanguage",
            ],
            path: "Benchmarks/Policies/PolicyBenchmark"
        ),
        .executableTarget(name: "SeccompJudge", path: "Tests/SeccompJudge"),  // seccomp(2), in C
        .testTarget(
            name: "PolicyTests",
            dependencies: [
                "AccessModel", "Capabilities", "Kernel", "LinuxCapabilities", "LinuxSystem",
                "Policies", "PolicyAuthoring", "PolicyLanguage", "Procedures", "Questions",
                "TestSupport",
                "WarrantTesting",
            ]
        ),
        .executableTarget(name: "FilterProbe", path: "Tests/FilterProbe"),  // seccomp(2), in C
        .testTarget(  // the program, run as a user runs it
            name: "ProgramTests",
            dependencies: [
                "FilterProbe", "Kernel", "LinuxSystem", "Policies", "PolicyAuthoring",
                "PolicyLanguage",
                "TestSupport",
                "Text", "WarrantCLI",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(name: "KernelJudge", path: "Tests/KernelJudge"),  // makes each call, in C
        .testTarget(  // decisions judged by the kernel: it knows no rule of AccessModel
            name: "DecisionTests",
            dependencies: ["KernelJudge", "ReachJudge", "TestSupport", "WarrantCLI"]
        ),
        .executableTarget(  // who answers polkit's questions; in C, as D-Bus calls it
            name: "PolkitAgent",
            path: "Tests/PolkitAgent",
            linkerSettings: [.linkedLibrary("systemd")]
        ),
        .executableTarget(  // asks systemd as a user
            name: "UnitProbe",
            dependencies: [
                "Capabilities", "Kernel", "LinuxCapabilities", "LinuxSystem", "Procedures",
            ],
            path: "Tests/UnitProbe"
        ),
        .executableTarget(  // systemd as judge of the mounts of a service; it runs inside
            name: "SandboxJudge",
            dependencies: [
                "AccessModel", "Kernel", "LinuxCapabilities", "LinuxSystem", "ServiceModel",
            ],
            path: "Tests/SandboxJudge"
        ),
        .executableTarget(  // systemd as judge of filters of system calls; it runs inside
            name: "FilterJudge",
            dependencies: [
                "Capabilities", "Kernel", "LinuxCapabilities", "LinuxSystem", "Procedures",
                "ServiceModel",
            ],
            path: "Tests/FilterJudge"
        ),
        .testTarget(  // a real systemd, booted for the tests
            name: "SystemdHostTests",
            dependencies: [
                "AccessModel", "Capabilities", "FilterJudge", "Kernel", "LinuxCapabilities",
                "LinuxSystem",
                "PolkitAgent",
                "PrivilegeProbe", "Procedures", "SandboxJudge", "SeccompJudge", "ServiceModel",
                "TestSupport", "UnitProbe",
                "WarrantCLI",
                "WarrantTesting", .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Host"]
        ),
        .executableTarget(  // a service that a policy guards
            name: "WarrantProbe",
            dependencies: ["Warrant"],
            path: "Tests/WarrantProbe"
        ),
        .testTarget(  // what holds for the tree as a whole
            name: "RepositoryTests",
            dependencies: ["WarrantProbe"]
        ),
    ]
)

// A warning is for us to mend: it fails our CI, and nobody's build of a later compiler.
let warnings: [SwiftSetting] =
    Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

// One set of rules for every target, tests included.
for target in package.targets where target.type != .system {
    target.swiftSettings =
        [
            .strictMemorySafety(),  // C calls must be spelled `unsafe`
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ] + warnings
}
