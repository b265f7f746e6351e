import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `start: nginx.service`, and `stop`, `restart`, `reload`: whether the subject may.
    static func control(_ operation: UnitControl.Operation, on host: Host) -> Word {
        let summary = "The subject may \(operation.rawValue) a systemd unit."
        let form = Vocabulary.Word(operation.rawValue, summary, form: .unitName)
        return Word(form) { use, subject throws(Diagnostic) in
            let control = UnitControl(operation, use.value.value, as: subject, on: host)
            if let invalid = control.invalidName {
                throw Diagnostic("invalid-unit-name", at: use.value.location, invalid)
            }
            return control
        }
    }
}
