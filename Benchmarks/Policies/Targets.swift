// What `run` adds to the manifest of the package: what is measured is not public.

package.products = [.executable(name: "PolicyBenchmark", targets: ["PolicyBenchmark"])]
package.targets.append(
    .executableTarget(
        name: "PolicyBenchmark",
        dependencies: [
            "Capabilities", "LinuxCapabilities", "LinuxPolicies", "LinuxSystem", "PolicyEngine",
            "PolicyLanguage",
        ],
        path: "PolicyBenchmark",
        swiftSettings: package.targets.first { $0.type == .regular }?.swiftSettings
    )
)
