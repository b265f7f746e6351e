// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// A package of its own, so that it does not ship. `Storm`, and what it stands on, are those of the tests,
// by links.
let package = Package(
    name: "soak",
    dependencies: [.package(name: "warrant", path: "../..")],
    targets: [
        .target(
            name: "TestSupport",
            dependencies: [.product(name: "Warrant", package: "warrant")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Soak",
            dependencies: ["TestSupport", .product(name: "Warrant", package: "warrant")],
            swiftSettings: settings
        ),
    ]
)
