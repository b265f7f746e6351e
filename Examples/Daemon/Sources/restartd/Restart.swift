import Warrant

/// Restarts a unit once an operator has said yes.
///
/// The gates are looked at in this order: systemd lets this process do it, then a person says yes. No person is
/// asked for what would not be permitted.
func makeRestart(
    of unit: String,
    for client: String,
    confirmedBy operators: ConfirmationHandler
) -> Procedure<Void> {
    let question = "Restart \(unit), which \(client) asks for?"
    let confirmation = Confirmation(question, by: operators, waitingUpTo: .seconds(60))
    return Procedure("restart", permitted: UnitControl(.restart, unit)) { permit in
        try await permit.carryOut(within: .seconds(60))
    }
    .condition(AuthorizedFor(confirmation, asking: .once))
    .condition(MutuallyExclusive("restart"))
}
