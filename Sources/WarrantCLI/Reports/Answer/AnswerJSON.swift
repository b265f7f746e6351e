import Capabilities
import LinuxCapabilities

/// `warrant can --format json`.
struct AnswerJSON: Encodable {
    let version = 1
    let command = "can"
    let exit: Int32
    let subject: String
    let action: String
    let object: String
    let argument: String?
    let verdict: String
    let reasons: [ReasonJSON]
    let assumes: [AssumptionJSON]?
    /// The address of a bus other than the system's; nil where none was asked.
    let bus = ForeignBus.address
}

extension AnswerReport {
    func json(
        _ action: String,
        _ object: String,
        _ argument: String?,
        exit status: ExitStatus
    ) throws -> String {
        try encoded(
            AnswerJSON(
                exit: status.rawValue,
                subject: subject.description,
                action: action,
                object: object,
                argument: argument,
                verdict: verdict.word,
                reasons: verdict.reasons.map(ReasonJSON.init),
                assumes: verdict.assumes.json
            )
        )
    }
}
