import Capabilities
package import LinuxSystem
import Procedures

/// Answers as polkit does.
package protocol PolkitProbe: Sendable {
    /// What polkit says without asking anybody; nil for an action that it does not know.
    ///
    /// - Throws: `BusFailure`; `CancellationError`; `SystemError`.
    func answer(to question: PolkitQuestion) async throws -> PolkitAnswer?

    /// The same, once polkit has asked who may answer for the subject.
    func answerOfPerson(to question: PolkitQuestion) async throws -> PolkitAnswer?

    /// The connection to the bus that owns a name there; nil where none does.
    func owner(ofName name: String) async throws -> String?

    /// The user that the bus takes this process for, as the user namespace of the bus counts.
    ///
    /// - Throws: as ``answer(to:)``.
    func ownUserOnBus() async throws -> UInt32

    /// A session of logind; nil where there is none.
    func session(withID id: String) async throws -> SessionFacts?

    /// Tells when polkit may say something else, from now on.
    ///
    /// - Parameter name: A name on the bus of which to tell besides whether it has another owner; nil for none.
    /// - Throws: `SystemError`; `Unwatched` where there is no polkit to tell.
    func changes(orOwnerOf name: String?, waking bell: Bell) throws -> any ChangeSource
}

extension Host {
    package static let polkitFamily = Family<any PolkitProbe>(live: LivePolkit())

    package var polkit: any PolkitProbe { self[Self.polkitFamily] }
}

extension BusChanges: ChangeSource {}

struct LivePolkit: PolkitProbe {
    /// Nil is the system's own, which is not made before it is needed.
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
        try await authority.owner(ofName: name)
    }

    func ownUserOnBus() async throws -> UInt32 { try await authority.bus.ownUser() }

    func session(withID id: String) async throws -> SessionFacts? {
        try await authority.bus.session(withID: id)
    }

    func changes(orOwnerOf name: String?, waking bell: Bell) throws -> any ChangeSource {
        try authority.changes(orOwnerOf: name) { bell.ring() }
    }
}
