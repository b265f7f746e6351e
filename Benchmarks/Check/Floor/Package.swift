// swift-tools-version: 6.2
import PackageDescription

// What every Swift program with arguments costs before it does anything.
let package = Package(
    name: "floor",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .executableTarget(
            name: "Floor",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]
        )
    ]
)
