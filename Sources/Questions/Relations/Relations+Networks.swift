import Capabilities
import LinuxCapabilities
import LinuxSystem

extension Relations {
    static let ofNetworks = Relations(
        of: NetworkReachability.self,
        isPossible: { network, isGranted in isGranted || !network.resolvesAddress },
        isPossibleBeside: { network, _, other in
            switch other.question {
            case let another as NetworkReachability: network.isApart(from: another)
            case is SystemdUnit, is PolkitAction, is UnitControl, is SocketCreation: true
            default: false
            }
        }
    )
}

extension NetworkReachability {
    fileprivate var resolvesAddress: Bool {
        guard case .resolve(let name) = question, case .address? = try? RemoteHost(name) else {
            return false
        }
        return true
    }

    /// The path of a socket in the file system.
    var path: FilePath? {
        switch question {
        case .connect(let endpoint), .bind(let endpoint):
            if case .unix(let path) = endpoint.form { FilePath(path) } else { nil }
        case .resolve, .route: nil
        }
    }

    /// Returns whether the questions are about different TCP ports, names or socket paths.
    fileprivate func isApart(from other: Self) -> Bool {
        if let path, let another = other.path { return path.isApart(from: another) }
        switch (question, other.question) {
        case (.resolve(let one), .resolve(let another)): return one != another
        case (.connect(let one), .connect(let another)), (.connect(let one), .bind(let another)),
            (.bind(let one), .connect(let another)), (.bind(let one), .bind(let another)):
            guard case .tcp(_, let port) = one.form, case .tcp(_, let other) = another.form else {
                return false
            }
            return port != other
        default: return false
        }
    }
}
