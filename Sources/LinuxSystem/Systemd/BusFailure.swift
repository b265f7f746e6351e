import Glibc
import Kernel
import Text

/// The reason why a question to systemd or polkit over D-Bus got no answer.
///
/// No case states anything about the object of the question. The place is that of the bus: the path of its socket, if
/// it has one.
package enum BusFailure: Error, Hashable, Sendable {
    /// libsystemd cannot be loaded; `detail` is the text of dlerror(3).
    case libraryMissing(String, detail: String)
    /// The environment names a bus that a process with privilege does not connect to.
    case untrusted(String, variable: String)
    /// No D-Bus server answers there; `code` is an errno(3).
    case noBus(at: String, code: Int32)
    /// The socket, the bus or the bus' policy denies access.
    case accessDenied(at: String, reason: String)
    /// There is a bus, but the service is not on it and was not started.
    case absent(BusService, at: String)
    case timedOut(at: String, after: Duration)
    /// The bus or the service went away while the question was open.
    case disconnected(at: String)
    /// An error of another kind, with its name on the bus.
    case remote(BusService, name: String, message: String)
    /// An answer whose form is not the documented one.
    case unreadable(String)
}

extension BusFailure: CustomStringConvertible {
    /// For example `no D-Bus at /run/dbus/system_bus_socket`.
    package var description: String {
        switch self {
        case .libraryMissing(let library, _):
            "\(library) cannot be loaded; install libsystemd0"
        case .untrusted(let address, let variable):
            "`\(variable)` names `\(address.onOneLine)`, which a process with privilege does not trust; "
                + "name a socket as `unix:path=/…`, or unset the variable"
        case .noBus(let place, ENOENT):
            "no D-Bus at \(place)"
        case .noBus(let place, let code):
            "no D-Bus at \(place): \(Errno(rawValue: code).explanation)"
        case .accessDenied(let place, let reason):
            "access denied by D-Bus at \(place): \(reason.onOneLine)"
        case .absent(let service, let place):
            "\(service.title) is not on the D-Bus at \(place)"
        case .timedOut(let place, let limit):
            "no answer from D-Bus at \(place) within \(limit.inWords)"
        case .disconnected(let place):
            "D-Bus at \(place) went away before it answered"
        case .remote(let service, let name, let message):
            "\(service.title) answered with an error: \(message.onOneLine) (\(name.onOneLine))"
        case .unreadable(let detail):
            "an answer over D-Bus cannot be read: \(detail)"
        }
    }
}

extension BusFailure {
    /// Maps an error reply to a failure.
    init(errorNamed name: String, _ message: String, from service: BusService, at place: String) {
        switch name {
        case "org.freedesktop.DBus.Error.AccessDenied":
            self = .accessDenied(at: place, reason: message)
        case "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.NameHasNoOwner":
            self = .absent(service, at: place)
        case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected":
            self = .disconnected(at: place)
        default:
            self = .remote(service, name: name, message: message)
        }
    }

    /// Maps the error of a connection that was never established.
    init(connecting place: String, code: Int32) {
        switch code {
        case EACCES, EPERM:
            let reason = "\(Errno(rawValue: code).explanation)"
            self = .accessDenied(at: place, reason: reason)
        default:
            self = .noBus(at: place, code: code)
        }
    }
}
