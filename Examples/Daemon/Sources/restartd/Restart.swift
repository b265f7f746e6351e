import Warrant

/// Restarts a unit once an operator has said yes.
///
/// First systemd must permit the restart, then a person must say yes. The person is not asked if
/// systemd would refuse.
func makeRestart(
    of unit: String,
    for client: String,
    confirmedBy operators: ConfirmationHandler
) -> Procedure<Void> {
    let question = "Restart \(unit), as \(client) requests?"
    let confirmation = Confirmation(question, by: operators, waitingUpTo: .seconds(60))
    return Procedure("restart", permitted: UnitControl(.restart, unit)) { permit in
        try await permit.carryOut(within: .seconds(60))
    }
    .condition(AuthorizedFor(confirmation, asking: .once))
    .condition(MutuallyExclusive("restart"))
}
