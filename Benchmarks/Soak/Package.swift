// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that it does not ship. `Storm` is the one of the tests, by a link.
let package = Package(
    name: "soak",
    dependencies: [.package(name: "warrant", path: "../..")],
    targets: [
        .executableTarget(
            name: "Soak",
            dependencies: [.product(name: "Warrant", package: "warrant")],
            swiftSettings: [
                .strictMemorySafety(),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]
        )
    ]
)
