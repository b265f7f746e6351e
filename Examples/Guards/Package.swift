// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Guards",
    dependencies: [
        .package(name: "warrant", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            from: "2.28.0",
            traits: []
        ),
    ],
    targets: [
        .target(
            name: "Guards",
            dependencies: [
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Warrant", package: "warrant"),
            ]
        ),
        .testTarget(
            name: "GuardsTests",
            dependencies: [
                "Guards",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Warrant", package: "warrant"),
                .product(name: "WarrantTesting", package: "warrant"),
            ]
        ),
    ]
)

let warnings: [SwiftSetting] =
    Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

// Without `NonisolatedNonsendingByDefault`: the protocols of both servers are compiled without it.
for target in package.targets {
    target.swiftSettings =
        [
            .strictMemorySafety(),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ] + warnings
}
