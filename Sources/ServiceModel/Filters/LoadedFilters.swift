package import Kernel

/// The seccomp filters of a process.
package struct LoadedFilters: Hashable, Sendable {
    /// The one that was loaded last is the first.
    private let programs: [FilterProgram]

    /// - Parameter programs: The one that was loaded first is the first.
    package init(_ programs: [[FilterInstruction]]) {
        self.programs = programs.reversed().map { FilterProgram($0) }
    }

    package var count: Int { programs.count }

    /// The number of values that are combined at most.
    private static let mostValues = 256

    /// Returns the actions that may come of a call, each once: of the values that the filters return, the one with the most
    /// restrictive action counts, and among several with the same action that of the filter that was loaded last.
    ///
    /// - Returns: nil if they are not known.
    /// - SeeAlso: `seccomp_run_filters` in kernel/seccomp.c.
    package func actions(on call: FilteredCall) -> [FilterAction]? {
        var found: Set<UInt32> = [0x7FFF_0000]
        for program in programs {
            guard let values = program.values(for: call) else { return nil }
            var combined: Set<UInt32> = []
            for one in found {
                for value in values { combined.insert(Self.more(restrictive: value, than: one)) }
            }
            guard combined.count <= Self.mostValues else { return nil }
            found = combined
        }
        var actions: [FilterAction] = []
        for action in found.sorted().map(FilterAction.init) where !actions.contains(action) {
            actions.append(action)
        }
        return actions
    }

    /// Returns the new value if its action is more restrictive than that of the other. Actions compare as signed numbers.
    private static func more(restrictive new: UInt32, than known: UInt32) -> UInt32 {
        let (one, other) = (new & 0xFFFF_0000, known & 0xFFFF_0000)
        return Int32(bitPattern: one) < Int32(bitPattern: other) ? new : known
    }
}
