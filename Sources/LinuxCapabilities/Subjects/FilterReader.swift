import Kernel
import LinuxSystem
import ServiceModel
import Synchronization

/// Reads the seccomp filters of processes, one process after another, because a thread has one tracer.
///
/// Questions within one second share a read if the threads of the process are the same.
final class FilterReader: Sendable {
    private struct Read {
        let began: ContinuousClock.Instant
        let filters: Result<LoadedFilters, SystemError>

        var isRecent: Bool { began.duration(to: .now) < .seconds(1) }
    }

    private let reads = Mutex<[ProcessFacts: Read]>([:])

    func filters(of process: ProcessFacts) async throws -> LoadedFilters {
        try await BlockingThreads.shared.runAsCaller("process \(process.pid)") {
            try self.reads.withLock { (reads) throws(SystemError) -> LoadedFilters in
                if let known = reads[process], known.isRecent { return try known.filters.get() }
                reads = reads.filter { $0.value.isRecent }
                let began = ContinuousClock.now
                let filters = Result { () throws(SystemError) in
                    LoadedFilters(try ProcessHandle(pid: process.pid).filters())
                }
                reads[process] = Read(began: began, filters: filters)
                return try filters.get()
            }
        }
    }
}

extension Host {
    /// Returns this host with a look at the seccomp filters of each process that is asked about. It stops the threads of
    /// the process for a moment.
    package func readingFilters() -> Host {
        asking(Self.processFamily, by: LiveProcesses(filterReader: FilterReader()))
    }

    /// Returns the filters of a process as a question uses them. If this host cannot read them, a yes is not known. If it
    /// does not read any, they decide nothing.
    func filters(of process: ProcessFacts) async throws -> SystemCallFilters {
        var filters = SystemCallFilters()
        do {
            filters.loaded = try await processes.filters(of: process).map { .known($0) }
        } catch let error as SystemError where error.errno != .ESRCH {
            filters.loaded = .unknown("are not known: \(error)")
        }
        return filters
    }
}
