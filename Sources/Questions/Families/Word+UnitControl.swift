import LinuxCapabilities
import LinuxSystem
package import PolicyLanguage
import Text

extension Word {
    /// Returns the word for starting, stopping, restarting or reloading a unit.
    static func control(_ operation: UnitControl.Operation) -> Word {
        let name = operation.rawValue
        return Word(
            name,
            "The subject may \(name) a systemd unit.",
            form: .unitName,
            actions: [Action(name, "UNIT", "may the subject, by systemd and polkit?")],
            isOfUsers: true,
            relations: .ofUnitControl
        ) { use throws(InvalidUse) in
            let control = UnitControl(operation, use.value, as: use.subject, on: use.host)
            if let invalid = control.invalidName { throw InvalidUse("invalid-unit-name", invalid) }
            return control
        }
    }
}

extension TextForm {
    package static let unitName = TextForm("unit-name") {
        let types = UnitName.types.joined(separator: "|")
        // A template, which has nothing between `@` and the type, is not a unit.
        return Details(
            "(?=[\\s\\S]{1,255}$)(?!@)(?![^@]*@\\.[a-z]+$)[A-Za-z0-9:_.\\\\@-]+\\.(?:\(types))",
            help: "write it with its type, such as nginx.service"
        )
    }
}
