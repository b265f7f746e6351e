import Capabilities
package import LinuxSystem
import Procedures

/// Answers questions to polkit.
package protocol PolkitProbe: Sendable {
    /// Returns polkit's answer without asking a person; nil for an action that it does not know.
    ///
    /// - Throws: `BusFailure`; `CancellationError`; `SystemError`.
    func answer(to question: PolkitQuestion) async throws -> PolkitAnswer?

    /// Returns polkit's answer after it has asked a person who may answer for the subject.
    func answerOfPerson(to question: PolkitQuestion) async throws -> PolkitAnswer?

    /// Returns the connection to the bus that owns a name there; nil if none does.
    func owner(ofName name: String) async throws -> String?

    /// Returns the user of this process on the bus, in the user namespace of the bus.
    ///
    /// - Throws: The errors of ``answer(to:)``.
    func ownUserOnBus() async throws -> UInt32

    /// Returns a session of logind; nil if there is none.
    func session(withID id: String) async throws -> SessionFacts?

    /// Returns a source that reports when polkit's answers may have changed, from now on.
    ///
    /// - Parameter name: A name on the bus whose changes of owner are also reported; nil for none.
    /// - Throws: `SystemError`; `Unwatched` if there is no polkit.
    func changes(orOwnerOf name: String?, waking bell: Bell) throws -> any ChangeSource
}

extension Host {
    package static let polkitFamily = Family<any PolkitProbe>(live: LivePolkit())

    package var polkit: any PolkitProbe { self[Self.polkitFamily] }
}

extension BusChanges: ChangeSource {}

struct LivePolkit: PolkitProbe {
    /// The authority; nil is the system's own, which is created only when needed.
    private let known: PolkitAuthority?

    init(_ authority: PolkitAuthority? = nil) { known = authority }

    private var authority: PolkitAuthority { known ?? .shared }

    func answer(to question: PolkitQuestion) async throws -> PolkitAnswer? {
        try await authority.answer(to: question)
    }

    func answerOfPerson(to question: PolkitQuestion) async throws -> PolkitAnswer? {
        try await authority.answerOfPerson(to: question, within: .seconds(300))
    }

    func owner(ofName name: String) async throws -> String? {
        try await authority.bus.owner(ofName: name)
    }

    func ownUserOnBus() async throws -> UInt32 { try await authority.bus.ownUser() }

    func session(withID id: String) async throws -> SessionFacts? {
        try await authority.bus.session(withID: id)
    }

    func changes(orOwnerOf name: String?, waking bell: Bell) throws -> any ChangeSource {
        try authority.changes(orOwnerOf: name) { bell.ring() }
    }
}
