import LinuxCapabilities

extension Word {
    /// `resolve: HOST`.
    static let resolve = Word(
        "resolve",
        "The name of a host has an address.",
        synonyms: ["dns", "lookup", "host"],
        actions: [Action("resolve", "HOST", "a name, to addresses")],
        relations: .ofNetworks,
        batch: { line throws(InvalidUse) in
            .shared(try NetworkReachability.resolve(line.value).valid())
        }
    ) { use throws(InvalidUse) in
        try NetworkReachability.resolve(use.value, as: use.subject, on: use.host).valid()
    }
}
