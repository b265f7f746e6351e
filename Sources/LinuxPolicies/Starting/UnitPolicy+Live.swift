import Capabilities
package import LinuxSystem
import PolicyLanguage
import Procedures
import Text

extension UnitPolicy {
    /// Of a unit of this host, whose settings systemd is asked for over D-Bus.
    ///
    /// - Throws: ``UnreadableUnit``; `CancellationError`; `SystemError` where there is no room for a thread.
    package init(ofUnit name: String, on bus: SystemBus = .shared) async throws {
        do {
            let limit = Deadlines.look
            let unit = try await bus.settings(ofUnit: name, within: limit)
            guard unit.loadState == .loaded else {
                let why = unit.loadError ?? "its load state is \(unit.loadState.rawValue)"
                throw UnreadableUnit(name: name, problem: why.onOneLine)
            }
            var sockets: [UnitSettings] = []
            for socket in unit.triggeredBy where socket.hasSuffix(".socket") {
                sockets.append(try await bus.settings(ofUnit: socket, within: limit))
            }
            self.init(unit, sockets: sockets)
        } catch let failure as BusFailure {
            throw UnreadableUnit(name: name, problem: failure.description)
        }
    }
}

/// The settings of a unit cannot be had.
package struct UnreadableUnit: Error, Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package let problem: String

    package var description: String { "cannot read \(name.quoted): \(problem)".onOneLine }
}
