// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nothing of ours depends on Foundation, which is measured beside us.
let package = Package(
    name: "engine-benchmark",
    dependencies: [.package(name: "warrant", path: "../..")],
    targets: [
        .systemLibrary(name: "CMalloc"),
        .executableTarget(
            name: "EngineBenchmark",
            dependencies: ["CMalloc", .product(name: "Procedures", package: "warrant")],
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
