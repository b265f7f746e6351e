import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `start: nginx.service`, and `stop`, `restart`, `reload`: whether the subject may.
    static func control(_ operation: UnitControl.Operation) -> Word {
        Word(Vocabulary.Word(operation.rawValue)) { use, subject throws(Diagnostic) in
            let control = UnitControl(operation, use.value.value, as: subject)
            if let invalid = control.invalidName {
                throw Diagnostic("invalid-unit-name", at: use.value.location, invalid)
            }
            return control
        }
    }
}
