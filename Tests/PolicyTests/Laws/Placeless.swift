import PolicyLanguage

// The contents of a policy without its places: two policies that differ only in places are then equal.

private let nowhere = SourceLocation(file: "", line: 0, column: 0)

extension PolicySyntax {
    var placeless: Self {
        Self(
            version: version,
            name: name,
            summary: summary,
            subject: subject?.placeless,
            parameters: parameters.map(\.placeless),
            includes: includes.map(\.placeless),
            require: require.map(\.placeless),
            forbid: forbid.map(\.placeless),
            location: nowhere
        )
    }
}

extension RequirementSyntax {
    fileprivate var placeless: Self {
        Self(
            kind.placeless,
            id: id,
            because: because,
            when: self.when?.placeless,
            within: within,
            severity: severity,
            as: self.as?.placeless,
            at: nowhere
        )
    }
}

extension RequirementSyntax.Kind {
    fileprivate var placeless: Self {
        switch self {
        case .word(let use):
            .word(
                WordUse(
                    name: use.name,
                    nameLocation: nowhere,
                    value: use.value.placeless,
                    keys: use.keys.mapValues(\.placeless)
                )
            )
        case .all(let parts): .all(parts.map(\.placeless))
        case .any(let parts): .any(parts.map(\.placeless))
        case .not(let part): .not(part.placeless)
        }
    }
}

extension SubjectSyntax {
    fileprivate var placeless: Self {
        let kind: Kind =
            switch self.kind {
            case .unit(let name, let isRestarted, let command):
                .unit(name.placeless, isRestarted: isRestarted, command: command?.placeless)
            case .container(let name): .container(name.placeless)
            case .process(let pid): .process(pid.placeless)
            case .user(let user):
                .user(
                    User(
                        name: user.name.placeless,
                        groups: user.groups?.map(\.placeless),
                        capabilities: user.capabilities?.map(\.placeless)
                    )
                )
            }
        return Self(kind: kind, location: nowhere)
    }
}

extension ParameterSyntax {
    fileprivate var placeless: Self {
        Self(
            name: name.placeless,
            type: type,
            summary: summary,
            defaultValue: defaultValue,
            environment: environment,
            value: value
        )
    }
}

extension IncludeSyntax {
    fileprivate var placeless: Self {
        let settings = settings.mapValues { Setting($0.value) }
        return Self(
            namespace: namespace.placeless,
            path: path.placeless,
            settings: settings
        )
    }
}

extension Located {
    fileprivate var placeless: Self { Self(value, at: nowhere) }
}
