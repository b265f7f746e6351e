// The targets that `scripts/fuzz` adds to the package manifest: three fuzzers, each a program whose `main` is
// libFuzzer's. They never become part of the package itself.

let ours = package.targets.first { $0.type == .regular }?.swiftSettings ?? []

package.products = [
    .executable(name: "FuzzPolicy", targets: ["FuzzPolicy"]),
    .executable(name: "FuzzRepair", targets: ["FuzzRepair"]),
    .executable(name: "FuzzBatch", targets: ["FuzzBatch"]),
]

package.targets += [
    .target(name: "Fuzzing", path: "Fuzz/Fuzzing", swiftSettings: ours),
    .executableTarget(
        name: "FuzzPolicy",
        dependencies: [
            "Fuzzing", "LinuxCapabilities", "Policies", "PolicyAuthoring", "PolicyLanguage",
        ],
        path: "Fuzz/FuzzPolicy",
        swiftSettings: ours + [.unsafeFlags(["-parse-as-library"])]
    ),
    .executableTarget(
        name: "FuzzRepair",
        dependencies: [
            "AccessModel", "Capabilities", "Fuzzing", "Kernel", "LinuxCapabilities", "Policies",
            "PolicyAuthoring", "PolicyLanguage",
        ],
        path: "Fuzz/FuzzRepair",
        swiftSettings: ours + [.unsafeFlags(["-parse-as-library"])]
    ),
    // The fuzzed code is part of the program, so it is built together with the fuzzer and gets another `main`.
    .executableTarget(
        name: "FuzzBatch",
        dependencies: (package.targets.first { $0.name == "WarrantCLI" }?.dependencies ?? [])
            + ["Fuzzing"],
        path: "Fuzz/FuzzBatch",
        swiftSettings: ours + [
            .unsafeFlags(["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "warrantMain"])
        ]
    ),
]
