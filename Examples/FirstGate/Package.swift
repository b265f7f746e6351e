// swift-tools-version: 6.2
import PackageDescription

let warnings: [SwiftSetting] =
    Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
    name: "FirstGate",
    dependencies: [.package(name: "warrant", path: "../..")],
    targets: [
        .executableTarget(
            name: "FirstGate",
            dependencies: [.product(name: "Warrant", package: "warrant")],
            swiftSettings: [
                .strictMemorySafety(),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ] + warnings
        )
    ]
)
