/// The Linux security modules, which may refuse what permissions allow.
package enum SecurityModules {
    /// Those that are active, in their order, without `capability`, whose rules are known; empty where
    /// securityfs is not mounted.
    package static var active: [String] {
        let text = (try? SmallFile.bytes(at: "/sys/kernel/security/lsm")).map {
            String(decoding: $0, as: UTF8.self)
        }
        return (text ?? "").split(whereSeparator: { $0 == "," || $0 == "\n" }).map(String.init)
            .filter { $0 != "capability" }
    }
}
