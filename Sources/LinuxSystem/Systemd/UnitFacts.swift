/// What systemd says of one unit, all of it as of one moment.
package struct UnitFacts: Hashable, Sendable {
    /// The unit's own name, also where it was asked by an alias.
    package let id: String
    /// All its names, `id` among them.
    package let names: [String]
    package let loadState: UnitLoadState
    /// Why the unit could not be loaded: `Unit nosuch.service not found.`
    package let loadError: String?
    package let activeState: UnitActiveState
    /// The finer state, which depends on the type: `running`, `exited`, `listening`.
    package let subState: String
    /// The state of the unit's file as systemd last read it, which can be before it was changed;
    /// ``SystemBus/unitFileState(of:within:)`` reads it anew. Nil where there is no file.
    package let unitFileState: UnitFileState?
    /// How the last run ended: `success`, `exit-code`, `timeout`; nil for types that do not run.
    package let result: String?
    /// The main process of a service that runs, as systemd's own pid namespace counts.
    package let mainPID: Int32?
    /// The path of its control group, as systemd sees the hierarchy; nil where it has none.
    package let controlGroup: String?
    /// The job that is on its way for the unit: it is about to change.
    package let job: UInt32?

    /// Of a unit that is loaded, and has one name and no file.
    package init(
        id: String,
        activeState: UnitActiveState,
        subState: String,
        mainPID: Int32? = nil,
        controlGroup: String? = nil
    ) {
        self.id = id
        names = [id]
        loadState = UnitLoadState(rawValue: "loaded")
        self.activeState = activeState
        self.subState = subState
        self.mainPID = mainPID
        self.controlGroup = controlGroup
        (loadError, unitFileState, result, job) = (nil, nil, nil, nil)
    }
}

extension UnitFacts {
    private static let properties: Set<String> = [
        "Id", "Names", "LoadState", "LoadError", "ActiveState", "SubState", "UnitFileState",
        "Result", "MainPID", "ControlGroup", "Job",
    ]

    /// Reads the answer to `GetAll`, see org.freedesktop.systemd1(5).
    init(reading reply: BusMessage) throws(BusFailure) {
        let found = try reply.properties(Self.properties)
        func text(_ name: String) throws(BusFailure) -> String {
            guard let text = found[name]?.text else {
                throw BusFailure.unreadable("it has no `\(name)`")
            }
            return text
        }
        id = try text("Id")
        names = found["Names"]?.texts ?? []
        loadState = UnitLoadState(rawValue: try text("LoadState"))
        loadError = found["LoadError"]?.texts?.last.flatMap(nonEmpty)
        activeState = UnitActiveState(rawValue: try text("ActiveState"))
        subState = try text("SubState")
        unitFileState = found["UnitFileState"]?.text.flatMap(nonEmpty)
            .map(UnitFileState.init(rawValue:))
        result = found["Result"]?.text
        mainPID = found["MainPID"]?.number.flatMap { $0 == 0 ? nil : Int32(exactly: $0) }
        controlGroup = found["ControlGroup"]?.text.flatMap(nonEmpty)
        job = found["Job"]?.number.flatMap { $0 == 0 ? nil : $0 }
    }
}

private func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
