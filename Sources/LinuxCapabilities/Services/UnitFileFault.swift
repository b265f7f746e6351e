import Kernel
package import LinuxSystem
package import ServiceModel

/// The reason why a unit file is not a service that systemd can start.
package enum UnitFileFault: Error, Hashable, Sendable {
    case missing(String)
    case masked(String)
    /// A template without an instance.
    case template(String)
    case notService(String)
    /// A link among the unit files, and the name to which it leads.
    case noAlias(String, String)
    case name(InvalidUnitName)
    case notRegular(String)
    case tooLarge(String)
    /// A directory with more files than are read.
    case tooManyFiles(String)
    /// Neither the file nor a drop-in has a setting of `[Service]`.
    case noService(String)
    /// A unit that systemd has loaded from no file.
    case noFile(String)
    /// A file that replaced the one that systemd has read, perhaps.
    case replaced(String)
    /// A loaded unit whose settings depend on the name by which systemd loaded it, with such a name.
    case namedByAlias(String, String)
    /// systemd does not load the unit.
    case setting(UnitFileProblem)
    /// A setting that the subject adds to the unit has a mistake.
    case given(problem: String, line: String)
}

extension UnitFileFault {
    /// Returns why a path names no service, whichever files exist; nil if it may name one.
    package static func inName(of path: String) -> Self? {
        let name = path.endsInSlash ? nil : path.pathNames.last
        do throws(UnitFileFault) {
            _ = try UnitFiles.serviceName(name.map(String.init) ?? "", at: path)
            return nil
        } catch {
            return error
        }
    }
}

extension UnitFileFault: CustomStringConvertible {
    /// The problem and its remedy.
    package var description: String {
        switch self {
        case .missing(let path):
            "`\(path)` does not exist; name a unit file"
        case .masked(let path):
            "`\(path)` is masked: it is empty or leads to `/dev/null`; systemd starts no such service"
        case .template(let path):
            "`\(path)` is a template; name an instance of it, such as `\(Self.instance(path))`"
        case .notService(let path):
            "`\(path)` is no service; name a file that ends in `.service`"
        case .noAlias(let link, let file):
            "`\(link)` leads to `\(file)`, and cannot be its alias, so systemd ignores the link; "
                + "correct the link"
        case .name(let error):
            "\(error)"
        case .notRegular(let path):
            "`\(path)` is not a regular file; name a unit file"
        case .tooLarge(let path):
            "`\(path)` has more than \(UnitFile.mostBytes) bytes, and is no unit file"
        case .tooManyFiles(let path):
            "`\(path)` has more than \(UnitFiles.mostNames) names, and is no directory of units"
        case .noService(let path):
            "`\(path)` has no setting in a section `[Service]`; add `ExecStart=` to it"
        case .noFile(let name):
            "unit `\(name)` has no unit file"
        case .replaced(let path):
            "`\(path)` may have replaced the file that systemd has read; run `systemctl daemon-reload`"
        case .namedByAlias(let path, let alias):
            "specifiers in `\(path)` differ if systemd loaded it by its alias `\(alias)`"
        case .setting(let problem):
            "systemd does not load the unit: \(problem); correct the line"
        case .given(let problem, let line):
            "the setting `\(line)` would have no effect: \(problem); correct it"
        }
    }

    private static func instance(_ path: String) -> String {
        path.split(separator: "@", maxSplits: 1).joined(separator: "@1")
    }
}
