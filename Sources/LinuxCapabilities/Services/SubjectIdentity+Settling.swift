import Capabilities
import Procedures
import ServiceModel

extension SubjectIdentity {
    /// Returns a verdict with its assumption about a made-up user, or why it is not known: a setting of a service that
    /// the model does not know may decide it.
    ///
    /// - Parameter scope: What the verdict is about.
    func settling(
        _ verdict: Verdict,
        about scope: UnknownSetting.Scope,
        of subject: Subject
    ) -> Verdict {
        let decisive = unknownSettings.first { setting in
            !setting.scope.isDisjoint(with: scope)
                && (verdict.isAuthorized || setting.direction == .either)
        }
        guard let decisive else {
            guard isDynamicUser, scope == .files else { return verdict }
            let clause = "no file belongs to the user that systemd makes up for it (DynamicUser=)"
            return verdict.assuming([Assumption(.dynamicUser, clause)], about: subject.description)
        }
        let effect = decisive.direction == .takesAway ? "refuse" : "decide"
        let message =
            "has \(decisive.name)= in \(decisive.place), which may \(effect) it and is not modelled"
        return .undetermined([Reason(.settingNotModelled, subject.description, message)])
    }
}
