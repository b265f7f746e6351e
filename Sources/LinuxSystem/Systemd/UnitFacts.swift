import Glibc

/// systemd's facts about one unit, all of the same moment.
package struct UnitFacts: Hashable, Sendable {
    /// The unit's own name, even if it was asked for by an alias.
    package let id: String
    /// All names of the unit, with `id`.
    package let names: [String]
    package let loadState: UnitLoadState
    /// The reason why the unit could not be loaded: `Unit nosuch.service not found.`
    package let loadError: String?
    package let activeState: UnitActiveState
    /// The finer state, which depends on the type: `running`, `exited`, `listening`.
    package let subState: String
    /// The state of the unit's file as systemd last read it, possibly before a change of the file.
    /// ``SystemBus/unitFileState(of:within:)`` reads it again. Nil if there is no file.
    package let unitFileState: UnitFileState?
    /// The result of the last run: `success`, `exit-code`, `timeout`; nil for types that do not run.
    package let result: String?
    /// The main process of a running service, as an id of systemd's own pid namespace.
    package let mainPID: Int32?
    /// The path of its control group, as systemd sees the hierarchy; nil if it has none.
    package let controlGroup: String?
    /// The pending job of the unit, which is about to change it.
    package let job: UInt32?
    /// The operations that its settings permit. The permissions of users are a separate question.
    package let operations: Set<UnitOperation>
    /// The end of a service's main process; nil if none has ended.
    package let exit: UnitExit?
    /// The id of its present or last run, in hexadecimal digits; nil if it never ran.
    package let invocation: String?
    /// The socket units that start this unit, and whose sockets systemd passes to it.
    package let socketUnits: [String]
    /// The files that systemd has loaded; nil if the unit has no file of its own.
    package let files: Files?

    /// The files from which systemd loaded a unit.
    package struct Files: Hashable, Sendable {
        /// The path of the unit file, behind all aliases.
        package let fragment: String
        /// The paths of the drop-ins, in the order in which they count.
        package let dropIns: [String]
        /// Whether one of them has changed since, or a drop-in was added, so that `systemctl daemon-reload` is due.
        /// systemd compares times of change. It does not look for a unit file that would hide this one.
        ///
        /// - SeeAlso: `unit_need_daemon_reload` in src/core/unit.c of systemd.
        package let areOutdated: Bool

        package init(fragment: String, dropIns: [String] = [], areOutdated: Bool = false) {
            (self.fragment, self.dropIns, self.areOutdated) = (fragment, dropIns, areOutdated)
        }
    }

    /// The facts of a unit that has one name, and has not run before.
    package init(
        id: String,
        activeState: UnitActiveState,
        subState: String,
        loadState: UnitLoadState = UnitLoadState(rawValue: "loaded"),
        unitFileState: UnitFileState? = nil,
        mainPID: Int32? = nil,
        controlGroup: String? = nil,
        operations: Set<UnitOperation> = Set(UnitOperation.allCases),
        files: Files? = nil,
        socketUnits: [String] = []
    ) {
        self.id = id
        names = [id]
        self.loadState = loadState
        self.operations = operations
        self.activeState = activeState
        self.subState = subState
        self.mainPID = mainPID
        self.controlGroup = controlGroup
        self.unitFileState = unitFileState
        (loadError, result, job) = (nil, nil, nil)
        (exit, invocation) = (nil, nil)
        (self.files, self.socketUnits) = (files, socketUnits)
    }
}

extension UnitFacts {
    private static let properties: Set<String> = [
        "Id", "Names", "LoadState", "LoadError", "ActiveState", "SubState", "UnitFileState",
        "Result", "MainPID", "ControlGroup", "Job", "CanStart", "CanStop", "CanReload",
        "RefuseManualStart", "RefuseManualStop", "Perpetual", "ExecMainCode", "ExecMainStatus",
        "InvocationID", "FragmentPath", "DropInPaths", "NeedDaemonReload", "TriggeredBy",
    ]

    /// Parses the answer to `GetAll`, see org.freedesktop.systemd1(5).
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
        operations = UnitOperation.all(found)
        exit = UnitExit(found)
        invocation = found["InvocationID"]?.bytes.flatMap { bytes in
            bytes.isEmpty ? nil : bytes.map(hexadecimal).joined()
        }
        socketUnits = (found["TriggeredBy"]?.texts ?? []).filter { $0.hasSuffix(".socket") }
        files = found["FragmentPath"]?.text.flatMap(nonEmpty).map { fragment in
            Files(
                fragment: fragment,
                dropIns: found["DropInPaths"]?.texts ?? [],
                // A systemd that does not state it is taken for one with changed files.
                areOutdated: found["NeedDaemonReload"]?.flag ?? true
            )
        }
    }
}

/// The end of a process, see waitid(2).
package enum UnitExit: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)

    /// True if a filter of system calls ended it; see seccomp(2).
    package var isByFilter: Bool { self == .killed(signal: SIGSYS) }

    fileprivate init?(_ found: [String: BusValue]) {
        let status = found["ExecMainStatus"]?.signedNumber ?? 0
        // The code of a process that has ended: CLD_EXITED, CLD_KILLED and so on.
        switch found["ExecMainCode"]?.signedNumber ?? 0 {
        case 0: return nil
        case 1: self = .exited(status: status)
        default: self = .killed(signal: status)
        }
    }
}

extension UnitOperation {
    /// Applies the rules of bus_unit_queue_job() and unit_job_is_applicable() in systemd's dbus-unit.c and unit.c. A
    /// unit of a type that neither starts nor stops by itself, such as a device, is started and stopped for units that
    /// depend on it.
    fileprivate static func all(_ found: [String: BusValue]) -> Set<Self> {
        let (set, unset) = (true, false)
        let needs: [Self: [String: Bool]] = [
            .start: ["RefuseManualStart": unset],
            .stop: ["RefuseManualStop": unset, "Perpetual": unset],
            .restart: ["CanStart": set, "CanStop": set],
            .reload: ["CanReload": set],
        ]
        return Set(needs.filter { $0.value.allSatisfy { found[$0]?.flag == $1 } }.keys)
    }
}

private func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
