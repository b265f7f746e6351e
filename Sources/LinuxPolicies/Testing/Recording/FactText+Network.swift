import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem

extension FactText {
    var ports: [String] {
        let ports = facts.network.ports.flatMap { port, holders in
            let name = "\(port.transport):"
            let told = holders.filter { !$0.isConnected }
            guard !told.isEmpty else { return [("\(name)\(port.number)", "free")] }
            return told.map { holder in
                let isEverywhere = holder.address == .anyIPv4
                let address = isEverywhere ? "\(port.number)" : "\(address(of: holder))"
                return (name + address, self.holder(holder))
            }
        }
        let sockets = facts.network.unixHolders.map { path, pid in
            ("unix:\(path)", (isTold(pid) ? name(ofProcess: pid) : "\(pid)").inYAML)
        }
        return entries((ports + sockets).map { (key: $0.0, value: $0.1) }) { $0 }
    }

    private func address(of socket: PortSocket) -> String {
        "\(SocketAddress.ip(socket.address, port: socket.port))"
    }

    private func holder(_ socket: PortSocket) -> String {
        let sockets = facts.network.sockets.filter { $0.value.contains(socket.inode) }
        if sockets[nil] != nil { return "self" }
        if let pid = sockets.keys.compactMap(\.self).filter(isTold).min() {
            return name(ofProcess: pid).inYAML
        }
        let name = user(socket.uid)
        // What reads as something else is no name of a user here.
        let isName =
            Int64(name) == nil && !["free", "self"].contains(name) && facts.units[name] == nil
        return isName ? name.inYAML : "{ uid: \(socket.uid) }"
    }

    /// Whose user a test then knows.
    private func isTold(_ pid: Int32) -> Bool { facts.processes[pid]?.threads.isEmpty == false }

    var connections: [String] {
        entries(facts.network.peers.map { (key: "\($0)", value: $1) }) { outcome in
            switch outcome {
            case .connected: "answers"
            case .refused: "refused"
            case .unreachable: "unreachable"
            case .notPermitted: "not-permitted"
            case .missing: "missing"
            case .timedOut: "silent"
            }
        }
    }

    var names: [String] {
        entries(facts.network.names.map { (key: $0, value: $1) }) { resolution in
            switch resolution {
            case .addresses(let all): list(all.map { "\($0)" })
            case .notFound: "missing"
            case .noAnswer: "no-answer"
            }
        }
    }

    var routes: [String] {
        entries(facts.network.routes.map { (key: "\($0)", value: $1) }) { answer in
            switch answer {
            case .none(Errno.EHOSTUNREACH): "unreachable"
            case .none(Errno.EACCES): "prohibit"
            case .none(Errno.EINVAL): "blackhole"
            case .none: "none"
            case .route(let route) where route.isLocal: "local"
            case .route(let route):
                "dev \(route.interface)" + (route.gateway.map { " via \($0)" } ?? "")
                    + (route.source.map { " src \($0)" } ?? "")
            }
        }
    }

    var addresses: [String] {
        facts.network.addresses.map { all in all.map { "- \("\($0)".inYAML)" }.sorted() } ?? []
    }
}
