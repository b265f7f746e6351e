// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "capabilities-benchmark",
    dependencies: [.package(name: "warrant", path: "../..")],
    targets: [
        .executableTarget(
            name: "CapabilitiesBenchmark",
            dependencies: [.product(name: "Warrant", package: "warrant")],
            swiftSettings: [
                .strictMemorySafety(),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]
        )
    ]
)
