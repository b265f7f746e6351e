// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A package of its own, so that it does not ship. `run` links the model into it: what is measured is not
// public.
let package = Package(
    name: "decisions",
    targets: [
        .target(name: "Kernel", swiftSettings: settings),
        .target(name: "AccessModel", dependencies: ["Kernel"], swiftSettings: settings),
        .executableTarget(
            name: "Decisions",
            dependencies: ["AccessModel", "Kernel"],
            swiftSettings: settings
        ),
    ]
)
