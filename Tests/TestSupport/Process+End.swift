package import Foundation

extension Process {
    /// Starts, and returns the exit status once it has ended.
    ///
    /// Foundation keeps a process for ever, and with it the files that it was given: they are closed here,
    /// since beyond 1,024 of them its select(2) no longer notices an end.
    package func end() async throws -> Int {
        let status = try await withCheckedThrowingContinuation { continuation in
            terminationHandler = { continuation.resume(returning: Int($0.terminationStatus)) }
            do { try run() } catch { continuation.resume(throwing: error) }
        }
        // Those that it was not given are the tests' own.
        for case let file as FileHandle in [standardInput, standardOutput, standardError]
        where file !== FileHandle.nullDevice && file.fileDescriptor > 2 { try file.close() }
        return status
    }
}
