import LinuxCapabilities
package import PolicyLanguage

extension TextForm {
    package static let containerName = TextForm("container-name") {
        let name = "[A-Za-z0-9_][A-Za-z0-9_.+,-]{0,254}"
        let runtimes = ContainerRuntime.allCases.map(\.rawValue).joined(separator: "|")
        return Details(
            "(?:(?:\(runtimes)):)?(?:\(name)/)?\(name)",
            help: "write NAME, ID or RUNTIME:NAME"
        )
    }
}
