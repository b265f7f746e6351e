// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "capabilities-benchmark",
    dependencies: [.package(name: "warrant", path: "../..")],
    targets: [
        .target(  // what a program does that asks systemd itself
            name: "BareBus",
            linkerSettings: [.linkedLibrary("systemd")]
        ),
        .executableTarget(
            name: "CapabilitiesBenchmark",
            dependencies: ["BareBus", .product(name: "Warrant", package: "warrant")],
            swiftSettings: [
                .strictMemorySafety(),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]
        ),
    ]
)
