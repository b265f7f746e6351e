import Procedures
import Capabilities
import LinuxCapabilities

/// The output of `warrant can --format json`.
struct AnswerJSON: Encodable {
    let version = 1
    let command = "can"
    let exit: Int32
    let subject: String
    let action: String
    let object: String
    let argument: String?
    let verdict: String
    let reasons: [Reason]
    let assumes: [Assumption]?
    /// The address of a bus other than the system bus; nil if none was asked.
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
                verdict: verdict.answer.rawValue,
                reasons: verdict.reasons,
                assumes: verdict.assumes.isEmpty ? nil : verdict.assumes
            )
        )
    }
}
