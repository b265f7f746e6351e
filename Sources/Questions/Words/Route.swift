import LinuxCapabilities

extension Word {
    /// `route: ADDRESS`.
    static let route = Word(
        "route",
        "A route leads to a numeric address.",
        actions: [
            Action(
                "route",
                "ADDRESS",
                "a route to an address, by the routing tables",
                .may { address, _ in "send to \(address)" }
            )
        ],
        relations: .ofNetworks,
        batch: { line throws(InvalidUse) in
            _ = try NetworkReachability.route(to: line.value).valid()
            return .route(line.value)
        }
    ) { use throws(InvalidUse) in
        try NetworkReachability.route(to: use.value, as: use.subject, on: use.host).valid()
    }
}
